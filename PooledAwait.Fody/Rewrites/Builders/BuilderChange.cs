using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Gives the async methods of one module pooled builders. A method with a twin (a second kick-off method, which returns a ValueTask) gets a pooled builder that
/// serves both kick-off methods.
/// </summary>
internal sealed class BuilderChange(WovenModule module) : IChange<AsyncMethod>
{
    private BuilderSwap? _pooled;
    private BuilderSwap? _direct;

    public void Apply(MethodDefinition method, IReadOnlyList<AsyncMethod> found)
    {
        foreach (var async in found)
        {
            var swap = async.HasTwin
                ? _direct ??= new BuilderSwap(module.Definition, module.RuntimeReference(), builder => builder.Direct)
                : _pooled ??= new BuilderSwap(module.Definition, module.RuntimeReference(), builder => builder.Pooled);
            swap.Apply(async);
        }
    }
}
