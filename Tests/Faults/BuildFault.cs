namespace Tests.Faults;

/// <summary>A fault in a project, and the error message of the project's build.</summary>
/// <param name="Name">The project's name.</param>
/// <param name="What">What is wrong.</param>
/// <param name="Told">The expected message; <c>…</c> stands for the project's folder.</param>
/// <param name="Break">Puts the fault into the project. The argument is the project's folder.</param>
public sealed record BuildFault(string Name, string What, string Told, Action<string> Break)
{
    public static IReadOnlyList<BuildFault> All { get; } =
    [
        Weavers(
            "NoXml",
            "FodyWeavers.xml is no XML",
            "Fody: Could not read '…/FodyWeavers.xml' because it has invalid XML. " +
                "Message: 'Unexpected end of file while parsing Name has occurred. Line 1, position 22.'.",
            "<Weavers><PooledAwait"),
        Weavers(
            "EmptyXml",
            "FodyWeavers.xml is empty",
            "Fody: Could not read '…/FodyWeavers.xml' because it has invalid XML. Message: 'Root element is missing.'.",
            ""),
        Weavers(
            "OtherWeaver",
            "FodyWeavers.xml names a weaver that is not there",
            "Fody: No weavers found for the configuration entries Absent. Add the desired weavers via their nuget package.",
            "<Weavers><PooledAwait /><Absent /></Weavers>"),
        Weavers(
            "Misspelt",
            "FodyWeavers.xml has a name that is nearly the weaver's",
            "element <PoolAwait> names no weaver of this project; did you mean <PooledAwait>?",
            "<Weavers>\r\n  <!-- <PooledAwait.Fody /> -->\r\n  <PoolAwait />\r\n</Weavers>"),
        Weavers(
            "LowerCase",
            "FodyWeavers.xml has the weaver's name in lower case",
            "element <pooledawait> names no weaver of this project; did you mean <PooledAwait>?",
            "<Weavers><pooledawait /></Weavers>"),
        new(
            "WrongProperty",
            "A property has a value that is not allowed",
            "Fody: PooledAwait PA006: the property PooledAwaitReport is 'Ful'; did you mean 'Full'? Allowed are None, Summary, Full.",
            folder =>
            {
                var project = Path.Combine(folder, "WrongProperty.csproj");
                File.WriteAllText(project, File.ReadAllText(project).Replace("</PropertyGroup>", "<PooledAwaitReport>Ful</PooledAwaitReport></PropertyGroup>", StringComparison.Ordinal));
            }),
        Weavers(
            "WrongOption",
            "FodyWeavers.xml has a value that is not allowed",
            "Fody: PooledAwait PA006: attribute 'MinimumStateMachineSize' is '-1'; " +
                "allowed are whole numbers of bytes from 0 to 2147483647.",
            "<Weavers><PooledAwait MinimumStateMachineSize='-1' /></Weavers>"),
        Weavers(
            "TwoElements",
            "FodyWeavers.xml has the element twice",
            "Fody: PooledAwait PA006: <PooledAwait> appears in the file more than once; only one is allowed.",
            "<Weavers><PooledAwait OptIn='true' /><PooledAwait /></Weavers>"),
        new(
            "ReportPlace",
            "A folder has the name of the report",
            "Fody: The file '…/obj/Debug/net10.0/ReportPlace.PooledAwait.html' cannot be written: The file " +
                "'…/obj/Debug/net10.0/ReportPlace.PooledAwait.html' already exists.",
            folder =>
            {
                WriteWeavers(folder, "<Weavers><PooledAwait Report='Full' /></Weavers>");
                Directory.CreateDirectory(Path.Combine(folder, "obj", "Debug", "net10.0", "ReportPlace.PooledAwait.html"));
            }),
        new(
            "Attributes",
            "The source has `[PooledAwait]` and `[PooledAwaitIgnore]` on one method",
            "Fody: PooledAwait PA006: System.Void Both::M() carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed.",
            folder => File.WriteAllText(
                Path.Combine(folder, "Both.cs"),
                "public static class Both { [PooledAwait.PooledAwait, PooledAwait.PooledAwaitIgnore] public static void M() { } }")),
        new(
            "KeyAttribute",
            "The source names its key file by `[AssemblyKeyFile]`, which Fody does not sign with",
            "Fody: PooledAwait PA009: the compiler gave KeyAttribute.dll the public key token 1053e476006e3656, but Fody wrote another public key or none, so the build deleted the file. " +
                "Fody signs only with an .snk file: set SignAssembly to true and AssemblyOriginatorKeyFile to its path. It does not support .pfx files, KeyContainerName and [AssemblyKeyFile].",
            folder =>
            {
                File.Copy(Repository.PathOf("PooledAwait.Runtime", "PooledAwait.snk"), Path.Combine(folder, "key.snk"));
                File.WriteAllText(
                    Path.Combine(folder, "Key.cs"),
                    "#pragma warning disable CS1699 // What is tested.\n[assembly: System.Reflection.AssemblyKeyFile(\"key.snk\")]");
            }),
        Weavers(
            "Unmatched",
            "A pattern matches nothing, where warnings are errors",
            "Fody/PooledAwait: PooledAwait PA001: the pattern 'Nowhere.*' of Include matches nothing in Unmatched.dll. " +
                "Correct or remove it. (To silence it: <PooledAwaitSuppress>PA001</PooledAwaitSuppress>.)",
            "<Weavers><PooledAwait Include='Nowhere.*' /></Weavers>"),
    ];

    /// <summary>The name of the fault's test.</summary>
    public override string ToString() => What;

    private static BuildFault Weavers(string name, string what, string told, string text) =>
        new(name, what, told, folder => WriteWeavers(folder, text));

    private static void WriteWeavers(string folder, string text) => File.WriteAllText(Path.Combine(folder, "FodyWeavers.xml"), text);
}
