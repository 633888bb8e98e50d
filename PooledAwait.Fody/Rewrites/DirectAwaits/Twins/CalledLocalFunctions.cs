using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Finds a module's async local functions that are called by their enclosing method, in code that stays as it is. From this call, a trimmer learns to which
/// method the local function belongs. Without it, the twin must be a local function too, and call the original, so that a trimmer learns it from the twin
/// (<see cref="TwinMethod.NameOf"/>). With it, the twin is not a local function: a forwarder's twin may also call it, and a local function must not belong
/// to two methods.
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

    // Calls in code that awaits become calls of twins. Forwarders stay as they are.
    private static bool Stays(MethodDefinition user) =>
        !GeneratedName.IsNestedFunction(user) && !RuntimeAsync.Is(user) && !MoveNext.Is(user) && !GeneratedName.IsClosure(user.DeclaringType);
}
