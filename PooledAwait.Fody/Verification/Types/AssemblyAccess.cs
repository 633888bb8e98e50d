namespace PooledAwait.Fody.Verification;

/// <summary>
/// Decides by attributes whether one assembly sees the internals of another assembly. This class reads the attributes of each assembly only once, because a
/// large assembly may name a hundred friend assemblies.
/// </summary>
internal sealed class AssemblyAccess
{
    private const string Unchecked = "IgnoresAccessChecksToAttribute";
    private const string Friend = "InternalsVisibleToAttribute";

    private readonly Dictionary<ModuleDefinition, HashSet<string>> _unchecked = [];
    private readonly Dictionary<ModuleDefinition, HashSet<string>> _friends = [];

    /// <summary>
    /// Returns whether the code's assembly names the other assembly in an <c>IgnoresAccessChecksTo</c> attribute. No standard describes this attribute, but the
    /// runtimes obey it.
    /// </summary>
    public bool IsUnchecked(ModuleDefinition code, ModuleDefinition other)
    {
        if (code == other || other.Assembly == null)
        {
            return false;
        }

        if (!_unchecked.TryGetValue(code, out var named))
        {
            _unchecked.Add(code, named = [.. Named(code, Unchecked)]);
        }

        return named.Contains(other.Assembly.Name.Name);
    }

    public bool SeesInternals(ModuleDefinition code, ModuleDefinition other)
    {
        if (code == other || other.Assembly == null)
        {
            return true;
        }

        if (code.Assembly == null)
        {
            return false;
        }

        if (!_friends.TryGetValue(other, out var friends))
        {
            _friends.Add(other, friends = new HashSet<string>(Named(other, Friend).Select(friend => friend.Split(',')[0].Trim()), StringComparer.OrdinalIgnoreCase));
        }

        return friends.Contains(code.Assembly.Name.Name);
    }

    private static IEnumerable<string> Named(ModuleDefinition module, string attribute) =>
        module.Assembly is not { HasCustomAttributes: true } assembly ? [] : assembly.CustomAttributes
            .Where(one => TypeShape.IsNamed(one.AttributeType, "System.Runtime.CompilerServices", attribute) && one.ConstructorArguments.Count == 1)
            .Select(one => one.ConstructorArguments[0].Value)
            .OfType<string>();
}
