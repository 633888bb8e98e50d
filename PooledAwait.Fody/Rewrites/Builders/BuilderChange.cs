using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>Gives the methods of one module pooled builders. A method with a twin gets the pooled builder that also serves the twin.</summary>
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
