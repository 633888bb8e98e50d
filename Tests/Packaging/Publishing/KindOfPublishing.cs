namespace Tests.Packaging.Publishing;

/// <summary>One way to publish.</summary>
/// <param name="Name">The name of this kind, for test names.</param>
/// <param name="Form">The form of the published assemblies.</param>
/// <param name="Arguments">The command's arguments.</param>
public sealed record KindOfPublishing(string Name, PublishedForm Form, params string[] Arguments)
{
    private const string Platform = "-p:UseCurrentRuntimeIdentifier=true";

    /// <summary>
    /// All kinds. Every test run uses the first two kinds, and POOLEDAWAIT_WHOLE=1 adds the others. The ready-to-run composite is trimmed to the needed parts
    /// of the framework, because compiling the whole framework would take minutes.
    /// </summary>
    public static IReadOnlyList<KindOfPublishing> All { get; } =
    [
        new("FrameworkDependent", PublishedForm.Assemblies),
        new("Trimmed", PublishedForm.Assemblies, "--self-contained", "-p:PublishTrimmed=true", Platform),
        new("SelfContained", PublishedForm.Assemblies, "--self-contained", Platform),
        new("SingleFile", PublishedForm.Program, "--self-contained", "false", "-p:PublishSingleFile=true", Platform),
        new("SingleFileTrimmed", PublishedForm.Program, "--self-contained", "-p:PublishSingleFile=true", "-p:PublishTrimmed=true", Platform),
        new("ReadyToRun", PublishedForm.ReadyToRun, "--self-contained", "false", "-p:PublishReadyToRun=true", Platform),
        new("Composite", PublishedForm.ReadyToRun, "--self-contained", "-p:PublishReadyToRun=true", "-p:PublishReadyToRunComposite=true", "-p:PublishTrimmed=true", Platform),
        new("Native", PublishedForm.Program, "-p:PublishAot=true", Platform),
    ];

    public override string ToString() => Name;
}

public enum PublishedForm
{
    Assemblies,
    ReadyToRun,

    /// <summary>One file contains all the program's assemblies.</summary>
    Program,
}
