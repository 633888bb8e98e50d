using Mono.Cecil;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// The names by which virtual calls may reach a method: its own, and those of what it overrides and implements. What it overrides may implement an interface under another name, as Visual Basic
/// lets it, and what overrides that does not say so again.
/// </summary>
internal sealed class VirtualNames
{
    private readonly Dictionary<TypeDefinition, IReadOnlyList<MethodDefinition>> _renamed = [];

    /// <summary>The names, without those of types; null where a base cannot be found, so that it may be any.</summary>
    public IReadOnlyCollection<string>? Of(MethodDefinition method)
    {
        // A static method implements an interface's by an explicit override, and is not virtual itself.
        var names = new HashSet<string>(method.Overrides.Select(Simple));
        if (method.IsVirtual)
        {
            names.Add(Simple(method));
        }

        for (var inherited = OverridesOfClass(method) ? method.DeclaringType.BaseType : null; inherited != null;)
        {
            if (inherited.Resolve() is not { } type)
            {
                return null;
            }

            // A base may override by a name of its own what one further away implements by another.
            foreach (var renamed in RenamedIn(type).Where(other => other.Parameters.Count == method.Parameters.Count && names.Contains(Simple(other))))
            {
                names.UnionWith(renamed.Overrides.Select(Simple));
            }

            inherited = type.BaseType;
        }

        return names;
    }

    /// <summary>A method's name without that of the interface, which an explicit implementation has before its own.</summary>
    public static string Simple(MethodReference method) => method.Name.Substring(method.Name.LastIndexOf('.') + 1);

    private static bool OverridesOfClass(MethodDefinition method) =>
        method.IsVirtual && (!method.IsNewSlot || method.Overrides.Any(overridden => overridden.DeclaringType.Resolve() is not { IsInterface: true }));

    private IReadOnlyList<MethodDefinition> RenamedIn(TypeDefinition type)
    {
        if (!_renamed.TryGetValue(type, out var renamed))
        {
            _renamed.Add(type, renamed = [.. type.Methods.Where(method => method.IsVirtual && method.Overrides.Any(overridden => Simple(overridden) != Simple(method)))]);
        }

        return renamed;
    }
}
