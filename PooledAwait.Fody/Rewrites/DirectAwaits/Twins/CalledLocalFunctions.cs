using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Finds a module's async local functions that ordinary methods still call after the weave. From such a call, a trimmer finds the method to which the local
/// function belongs. A function that is named like a local function must belong to one method only. So if there is such a call, the local function's twin is
/// named like an ordinary method (<see cref="TwinMethod.NameOf"/>). With a local function's name, the twin would belong to two methods as soon as both a
/// forwarder's twin and other code called the twin. If no ordinary method calls a local function any more, its twin is named like a local function, and
/// contains a call of the original function. So a trimmer finds the method to which the twin belongs, and by way of the twin the original function.
/// </summary>
/// <param name="module">The module.</param>
internal sealed class CalledLocalFunctions(WovenModule module)
{
    private readonly Lazy<HashSet<MethodDefinition>> _called = new(() => new HashSet<MethodDefinition>(module.Uses
        .Where(member => member is MethodReference method && GeneratedName.LocalFunction(method) != null)
        .Where(use => Stays(use.User))
        .Select(use => ((MethodReference)use.Member).Definition())
        .OfType<MethodDefinition>()));

    public bool Has(MethodDefinition method) => GeneratedName.LocalFunction(method) != null && KickOff.Is(method) && _called.Value.Contains(method);

    // Returns whether a method's calls stay as they are. In code that awaits, calls may become calls of twins. The code of a forwarder does not change, because
    // only the copy in its twin calls other twins.
    private static bool Stays(MethodDefinition user) =>
        !GeneratedName.IsNestedFunction(user) && !RuntimeAsync.Is(user) && !MoveNext.Is(user) && !GeneratedName.IsClosure(user.DeclaringType);
}
