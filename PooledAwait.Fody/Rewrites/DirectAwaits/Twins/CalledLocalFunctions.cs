using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Finds the async local functions of a module that are still called after the weave: their enclosing method calls them in code that does not change. From such
/// a call, a trimmer finds the method to which the local function belongs. If there is no such call, the trimmer must find this method through the local
/// function's twin. So the twin is named like a local function too, and contains a call of the original (<see cref="TwinMethod.NameOf"/>). If there is such a
/// call, the twin has another name, because a forwarder's twin may also call the twin. With the name of a local function, the twin would then belong to two
/// methods.
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

    // Code that awaits does not count, because its calls may become calls of twins. Forwarders count, because their code does not change.
    private static bool Stays(MethodDefinition user) =>
        !GeneratedName.IsNestedFunction(user) && !RuntimeAsync.Is(user) && !MoveNext.Is(user) && !GeneratedName.IsClosure(user.DeclaringType);
}
