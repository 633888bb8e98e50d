using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Finds a module's async local functions that ordinary methods still call after the weave. From such a call, a trimmer finds the method to which the local
/// function belongs. If no such call is left, only the local function's twin can show this method to the trimmer. So the twin is then named like a local
/// function, and contains a call of the original function (<see cref="TwinMethod.NameOf"/>). If such a call is left, the twin is named like an ordinary method.
/// A local function must not belong to two methods. A twin with a local function's name would belong to two methods if both a forwarder's twin and other code
/// called it.
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
