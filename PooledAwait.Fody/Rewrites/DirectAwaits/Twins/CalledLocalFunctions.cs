using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// The async local functions of a module that the method around them calls in code that stays as it is. By that call, a trimmer finds the method to which each belongs. So its twin need not be a local
/// function. That matters because a forwarder's twin may call the twin: a local function would then belong to a second method too.
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

    // In code that awaits, calls go to twins; a forwarder is left as it is.
    private static bool Stays(MethodDefinition user) =>
        !GeneratedName.IsNestedFunction(user) && !RuntimeAsync.Is(user) && !MoveNext.Is(user) && !GeneratedName.IsClosure(user.DeclaringType);
}
