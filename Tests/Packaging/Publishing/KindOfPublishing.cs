namespace Tests.Packaging.Publishing;

/// <summary>One way to publish.</summary>
/// <param name="Name">What the test is called by.</param>
/// <param name="Form">What becomes of the assemblies.</param>
/// <param name="Arguments">The command's.</param>
public sealed record KindOfPublishing(string Name, PublishedForm Form, params string[] Arguments)
{
    private const string Platform = "-p:UseCurrentRuntimeIdentifier=true";

    /// <summary>All, the ones of every run first. Ready to run as a composite is with the parts of the framework that are needed: all of it would take minutes.</summary>
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

    /// <summary>There is one file for all.</summary>
    Program,
}
