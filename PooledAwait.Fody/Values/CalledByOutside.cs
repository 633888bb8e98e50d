using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Finds the program's methods that a library may call without knowing that it gets a ValueTask. They implement or override a method that returns a type argument, which is a
/// ValueTask in the program. For example, a program's class may implement <c>IEnumerator&lt;ValueTask&gt;</c>: <c>ToList</c> keeps what the class's <c>Current</c> returns.
/// </summary>
/// <param name="methods">The library's virtual methods that these methods may implement or override.</param>
internal sealed class CalledByOutside(IEnumerable<MethodDefinition> methods)
{
    private readonly ILookup<(string Name, int Parameters), MethodDefinition> _methods = methods.ToLookup(method => (method.Name, method.Parameters.Count));
    private readonly VirtualNames _names = new();

    /// <summary>The calls that a library may make of a method, represented by one call at the method's beginning.</summary>
    public IEnumerable<IReadOnlyList<ValueTaskCall>> Of(MethodDefinition method)
    {
        if (_methods.Count == 0 || !method.HasBody || (!method.IsVirtual && !method.HasOverrides) || !ValueTaskTypes.IsKnown(method.ReturnType))
        {
            return [];
        }

        var names = _names.Of(method);
        var called = _methods
            .Where(group => group.Key.Parameters == method.Parameters.Count && (names == null || names.Contains(group.Key.Name)))
            .Select(group => group.First())
            .FirstOrDefault();
        return called == null ? [] : [[new ValueTaskCall(method, method.Body.Instructions[0], Condition.CalledAsAnyResult, called)]];
    }
}
