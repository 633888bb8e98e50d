using Fody;

namespace Tests.Weaving;

/// <summary>A weaver that changes nothing, to see what reading and writing alone do to an assembly.</summary>
internal sealed class NoWeaver : BaseModuleWeaver
{
    public override void Execute() => WriteInfo("Nothing to do.");

    public override IEnumerable<string> GetAssembliesForScanning() => [];
}
