using Fody;

namespace Tests.Weaving;

/// <summary>A weaver that changes nothing. It shows how only reading and writing change an assembly.</summary>
internal sealed class NoWeaver : BaseModuleWeaver
{
    public override void Execute() => WriteInfo("Nothing to do.");

    public override IEnumerable<string> GetAssembliesForScanning() => [];
}
