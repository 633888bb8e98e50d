namespace PooledAwait.Fody.Values;

/// <summary>
/// Finds the names by which virtual calls may reach a method: the method's own name, and the names of the methods that it overrides or implements. In Visual
/// Basic, a method may implement an interface method of another name. If a derived class overrides such a method, the override's metadata does not repeat the
/// interface method's name.
/// </summary>
internal sealed class VirtualNames
{
    private readonly Dictionary<TypeDefinition, IReadOnlyList<MethodDefinition>> _renamed = [];

    /// <summary>
    /// Returns the names under which a method may be called, without a type before them (<c>IReader.ReadAsync</c> is <c>ReadAsync</c>). Null if a base type
    /// cannot be found, because calls may then use any name.
    /// </summary>
    public IReadOnlyCollection<string>? Of(MethodDefinition method)
    {
        // A static method that implements an interface's method is not virtual. Its metadata lists the interface's method as an explicit override.
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

            // A base class's method with one of these names may itself override or implement a method of another name. Then calls may use that name too. The
            // search goes on in the next base class.
            foreach (var renamed in RenamedIn(type).Where(other => other.Parameters.Count == method.Parameters.Count && names.Contains(Simple(other))))
            {
                names.UnionWith(renamed.Overrides.Select(Simple));
            }

            inherited = type.BaseType;
        }

        return names;
    }

    /// <summary>Returns a method's name without the interface's name, which is a prefix of the name of an explicit implementation.</summary>
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
