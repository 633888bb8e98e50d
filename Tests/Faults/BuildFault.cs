namespace Tests.Faults;

/// <summary>Something that is wrong with a project, and the error of its build.</summary>
/// <param name="Name">The project's name.</param>
/// <param name="What">What is wrong.</param>
/// <param name="Told">What has to be said; <c>…</c> stands for the project's folder.</param>
/// <param name="Break">Does it to the project in a folder.</param>
public sealed record BuildFault(string Name, string What, string Told, Action<string> Break)
{
    public static IReadOnlyList<BuildFault> All { get; } =
    [
        Weavers("NoXml", "FodyWeavers.xml is no XML", "", "<Weavers><PooledAwait"),
        Weavers("EmptyXml", "FodyWeavers.xml is empty", "", ""),
        Weavers("OtherWeaver", "FodyWeavers.xml names a weaver that is not there", "", "<Weavers><PooledAwait /><Absent /></Weavers>"),
        Weavers("WrongOption", "FodyWeavers.xml has a value that is not allowed", "", "<Weavers><PooledAwait MinimumStateMachineSize='-1' /></Weavers>"),
        new("ReportPlace", "A folder has the name of the report", "", folder =>
        {
            File.WriteAllText(Path.Combine(folder, "FodyWeavers.xml"), "<Weavers><PooledAwait Report='Full' /></Weavers>");
            Directory.CreateDirectory(Path.Combine(folder, "obj", "Debug", "net10.0", "ReportPlace.PooledAwait.html"));
        }),
        new("Attributes", "The source has `[PooledAwait]` and `[PooledAwaitIgnore]` on one method", "", folder => File.WriteAllText(
            Path.Combine(folder, "Both.cs"), "public static class Both { [PooledAwait.PooledAwait, PooledAwait.PooledAwaitIgnore] public static void M() { } }")),
        new("Unmatched", "A pattern matches nothing, where warnings are errors", "", folder => File.WriteAllText(
            Path.Combine(folder, "FodyWeavers.xml"), "<Weavers><PooledAwait Include='Nowhere.*' /></Weavers>")),
    ];

    /// <summary>Names a test.</summary>
    public override string ToString() => What;

    private static BuildFault Weavers(string name, string what, string told, string text) =>
        new(name, what, told, folder => File.WriteAllText(Path.Combine(folder, "FodyWeavers.xml"), text));
}
