using Fody;

namespace Tests.Weaving;

/// <summary>A weaver that changes nothing. It shows how an assembly changes if it is only read and written.</summary>
internal sealed class NoWeaver : BaseModuleWeaver
{
    public override void Execute() => WriteInfo("Nothing to do.");

    public override IEnumerable<string> GetAssembliesForScanning() => [];
}
