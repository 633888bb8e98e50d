using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>What one weave gave.</summary>
/// <param name="Input">What was woven.</param>
/// <param name="Output">What came out; null where the weaver reported an error, because a build stops there.</param>
public sealed record Woven(CompiledAssembly Input, CompiledAssembly? Output, IReadOnlyList<WeaverMessage> Messages)
{
    public IEnumerable<string> Errors => Messages.Where(m => m.Level == WeaverMessageLevel.Error).Select(m => m.Text);

    public IEnumerable<string> Warnings => Messages.Where(m => m.Level == WeaverMessageLevel.Warning).Select(m => m.Text);

    /// <summary>What came out of a weave that must not have failed.</summary>
    public CompiledAssembly Result => Output ?? throw new InvalidOperationException("The weave failed:\n" + string.Join("\n", Errors));
}
