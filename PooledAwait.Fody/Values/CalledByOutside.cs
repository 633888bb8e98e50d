using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Finds the program's methods that a library may call without knowing that they return a ValueTask. Such a method implements or overrides a library's method
/// that returns a type parameter, and the program uses a ValueTask as the type argument. For example, if a class of the program implements
/// <c>IEnumerator&lt;ValueTask&gt;</c>, then <c>ToList</c> keeps the ValueTasks that <c>Current</c> returns.
/// </summary>
/// <param name="methods">The libraries' virtual methods that return a type parameter.</param>
internal sealed class CalledByOutside(IEnumerable<MethodDefinition> methods)
{
    private readonly ILookup<(string Name, int Parameters), MethodDefinition> _methods = methods.ToLookup(method => (method.Name, method.Parameters.Count));
    private readonly VirtualNames _names = new();

    /// <summary>Returns the calls that libraries may make to a method. One call at the method's first instruction represents all of these calls.</summary>
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
