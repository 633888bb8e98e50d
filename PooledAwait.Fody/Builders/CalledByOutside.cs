using Mono.Cecil;
using PooledAwait.Fody.Following;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Tells which methods of a program a library may call that does not know what it gets: those that implement or override what returns a type argument, for which the program has a
/// ValueTask. An <c>IEnumerator&lt;ValueTask&gt;</c> is such a type: <c>ToList</c> keeps what its <c>Current</c> returns.
/// </summary>
/// <param name="methods">What they implement or override: virtual methods outside the program.</param>
internal sealed class CalledByOutside(IEnumerable<MethodDefinition> methods)
{
    private readonly ILookup<(string Name, int Parameters), MethodDefinition> _methods = methods.ToLookup(method => (method.Name, method.Parameters.Count));
    private readonly VirtualNames _names = new();

    /// <summary>The calls that such code may make of a method, as one at its beginning.</summary>
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
