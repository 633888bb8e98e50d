using Fody;

namespace Tests.Weaving;

/// <summary>A weaver that changes nothing. It shows what reading and writing alone change in an assembly.</summary>
internal sealed class NoWeaver : BaseModuleWeaver
{
    public override void Execute() => WriteInfo("Nothing to do.");

    public override IEnumerable<string> GetAssembliesForScanning() => [];
}
