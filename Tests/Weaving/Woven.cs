using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>The result of one weave.</summary>
/// <param name="Input">The assembly before the weave.</param>
/// <param name="Output">The woven assembly; null if the weaver reported an error, because a build then stops.</param>
public sealed record Woven(CompiledAssembly Input, CompiledAssembly? Output, IReadOnlyList<WeaverMessage> Messages)
{
    public IEnumerable<string> Errors => Messages.Where(m => m.Level == WeaverMessageLevel.Error).Select(m => m.Text);

    public IEnumerable<string> Warnings => Messages.Where(m => m.Level == WeaverMessageLevel.Warning).Select(m => m.Text);

    /// <summary>The woven assembly. Throws if the weave failed.</summary>
    public CompiledAssembly Result => Output ?? throw new InvalidOperationException("The weave failed:\n" + string.Join("\n", Errors));
}
