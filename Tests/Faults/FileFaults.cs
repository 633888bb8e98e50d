using System.Reflection.PortableExecutable;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Faults;

/// <summary>Files that cannot be read or written.</summary>
internal static class FileFaults
{
    public static IEnumerable<Fault> All =>
    [
        OfReport("The report's page cannot be written", "html"),
        OfReport("The report's JSON cannot be written", "json"),
        new(
            "Files",
            "The folder for IL snapshots is a file",
            Outcome.Error,
            "The file '…/obj/Release/net10.0/AssemblyToProcess.PooledAwait.il/C.M().before.il' cannot be written: The file " +
                "'…/obj/Release/net10.0/AssemblyToProcess.PooledAwait.il' already exists.",
            new FaultyWeave
            {
                Config = "<PooledAwait Snapshots='true' />",
                Disturb = folder => File.WriteAllText(Path.Combine(Intermediate(folder), CompiledAssembly.Name + ".PooledAwait.il"), ""),
            }.Meet),
        Of("A file is not there", "list {0}/no.dll", "There is no file or folder '…/no.dll'."),
        Of(
            "A file is empty",
            "list {0}/empty.dll",
            "'…/empty.dll' is not a managed assembly.",
            folder => File.WriteAllText(Path.Combine(folder, "empty.dll"), "")),
        Of(
            "A file is text",
            "list {0}/text.dll",
            "'…/text.dll' is not a managed assembly.",
            folder => File.WriteAllText(Path.Combine(folder, "text.dll"), "no assembly")),
        Of(
            "A file is a native library",
            "list {0}/native.dll",
            "'…/native.dll' is not a managed assembly.",
            folder => File.WriteAllBytes(Path.Combine(folder, "native.dll"), Native(folder))),
        Of(
            "A file is the first half of an assembly",
            "list {0}/half.dll",
            "'…/half.dll' is not a managed assembly.",
            folder => Damage(folder, "half.dll", image => image[..(image.Length / 2)])),
        Of(
            "A file's metadata is overwritten",
            "list {0}/broken.dll",
            "'…/broken.dll' is not a managed assembly.",
            folder => Damage(folder, "broken.dll", Overwritten)),
        Of("A file is a module without an assembly", "list {0}/part.netmodule", "'…/part.netmodule' is not a managed assembly.", folder =>
        {
            using var module = ModuleDefinition.CreateModule("part", ModuleKind.NetModule);
            module.Write(Path.Combine(folder, "part.netmodule"));
        }),
        Of(
            "A file has native code of its own",
            "weave {0}/mixed.dll -o {0}/out",
            "'…/mixed.dll' contains native code beside the IL, so it cannot be woven.",
            folder => Damage(folder, "mixed.dll", Mixed)),
        Of(
            "A file is the base library's core",
            "weave {1} -o {0}/out",
            "'…/System.Private.CoreLib.dll' is the base library's core, so it cannot be woven."),
        Of(
            "A file is PooledAwait.Runtime",
            "weave {0}/in/PooledAwait.Runtime.dll -o {0}/out",
            "…/in/PooledAwait.Runtime.dll: PooledAwait: PooledAwait.Runtime cannot be woven, because woven code calls it.",
            folder => File.Copy(References.Runtime("net10.0"), Path.Combine(folder, "in", "PooledAwait.Runtime.dll"))),
        Of(
            "A folder has no assembly",
            "list {0}/empty",
            "The folder '…/empty' has no managed assembly that can be woven.",
            folder => Directory.CreateDirectory(Path.Combine(folder, "empty"))),
        Of("A reference is not there", "list {0}/in -r {0}/no", "The reference '…/no' does not exist."),
        Of(
            "A reference is no assembly",
            "list {0}/in -r {0}/System.Runtime.dll",
            "The reference '…/System.Runtime.dll' cannot be read: Format of the executable (.exe) or library (.dll) is invalid.",
            folder => File.WriteAllText(Path.Combine(folder, "System.Runtime.dll"), "no assembly")),
        Of(
            "The reference to PooledAwait.Runtime is no assembly",
            "list {0}/in -r {0}/PooledAwait.Runtime.dll",
            "The reference '…/PooledAwait.Runtime.dll' cannot be read: Format of the executable (.exe) or library (.dll) is invalid.",
            folder => File.WriteAllText(Path.Combine(folder, "PooledAwait.Runtime.dll"), "no assembly")),
        Of("The output is the input's folder", "weave {0}/in -o {0}/in", "The output folder is the input's own; name another one."),
        Of(
            "The output is a file",
            "weave {0}/in -o {0}/file",
            "The output '…/file' is a file; name a folder.",
            folder => File.WriteAllText(Path.Combine(folder, "file"), "")),
        Of(
            "The output's parent is a file",
            "weave {0}/in -o {0}/file/out",
            "The folder '…/file/out' cannot be written: Could not find a part of the path '…/file/.out.*.tmp'.",
            folder => File.WriteAllText(Path.Combine(folder, "file"), "")),
        Of(
            "In the output a folder has the assembly's name",
            "weave {0}/in -o {0}/out",
            "The folder '…/out' cannot be written: '…/out/App.dll' is a folder.",
            folder => Directory.CreateDirectory(Path.Combine(folder, "out", "App.dll"))),
        Of(
            "The symbols are text",
            "list {0}/in/App.dll",
            "The symbols of '…/in/App.dll' cannot be read: The PDB file is not recognized as a Windows PDB file. " +
                "Delete 'App.pdb' to weave the assembly without symbols.",
            folder => File.WriteAllText(Symbols(folder), "no symbols")),
        Of(
            "The symbols are another assembly's",
            "weave {0}/in/App.dll -o {0}/out",
            "",
            folder => File.Copy(Path.Combine(folder, "other", "Other.pdb"), Symbols(folder), overwrite: true),
            Outcome.Woven),
        Of(
            "The symbols are in Windows' own format, and damaged",
            "list {0}/in/App.dll",
            "The symbols of '…/in/App.dll' cannot be read: Attempted to divide by zero. Delete 'App.pdb' to weave the assembly without symbols.",
            folder => File.WriteAllBytes(Symbols(folder), [.. "Microsoft C/C++ MSF 7.00\r\n\u001ADS\0\0\0"u8, .. new byte[4096]])),
        Of(
            "The symbols are the first half of theirs",
            "list {0}/in/App.dll",
            "The symbols of '…/in/App.dll' cannot be read: Not enough space for Blob stream. Delete 'App.pdb' to weave the assembly without symbols.",
            folder =>
            {
                var symbols = File.ReadAllBytes(Symbols(folder));
                File.WriteAllBytes(Symbols(folder), symbols[..(symbols.Length / 2)]);
            }),
        Of("The symbols are missing", "list {0}/in/App.dll", "", folder => File.Delete(Symbols(folder)), Outcome.Woven),
        Of(
            "The configuration is no XML",
            "list {0}/in --config {0}/broken.xml",
            "'…/broken.xml' cannot be read: Unexpected end of file has occurred. The following elements are not closed: Weavers. " +
                "Line 1, position 10.",
            folder => File.WriteAllText(Path.Combine(folder, "broken.xml"), "<Weavers>")),
        Of("The configuration is not there", "list {0}/in --config {0}/no.xml", "'…/no.xml' cannot be read: Could not find file '…/no.xml'."),
        Of("The configuration is a folder", "list {0}/in --config {0}/in", "'…/in' cannot be read: Access to the path '…/in' is denied."),
        Of(
            "The configuration is of other weavers",
            "list {0}/in --config {0}/other.xml",
            "'…/other.xml' has no element <PooledAwait>.",
            folder => File.WriteAllText(Path.Combine(folder, "other.xml"), "<Weavers><Other /></Weavers>")),
        Of(
            "The configuration has the element twice",
            "list {0}/in --config {0}/two.xml",
            "'…/two.xml': <PooledAwait> appears in the file more than once; only one is allowed.",
            folder => File.WriteAllText(Path.Combine(folder, "two.xml"), "<Weavers><PooledAwait /><PooledAwait OptIn=\"true\" /></Weavers>")),
        Of(
            "The configuration is empty",
            "list {0}/in --config {0}/empty.xml",
            "'…/empty.xml' cannot be read: Root element is missing.",
            folder => File.WriteAllText(Path.Combine(folder, "empty.xml"), "")),
        Of(
            "The manifest of the program is no JSON",
            "weave {0}/in -o {0}/out",
            "",
            folder => File.WriteAllText(Path.Combine(folder, "in", "App.deps.json"), "{"),
            Outcome.Woven),
    ];

    private static Fault Of(string what, string command, string told, Action<string>? disturb = null, Outcome outcome = Outcome.Error) =>
        new("Files", what, outcome, told, new FaultyInput(command, disturb).Meet);

    /// <summary>Makes a fault in which a folder has the name of one of the report's files.</summary>
    private static Fault OfReport(string what, string kind)
    {
        var file = $"{CompiledAssembly.Name}.PooledAwait.{kind}";
        var path = $"…/obj/Release/net10.0/{file}";
        return new("Files", what, Outcome.Error, $"The file '{path}' cannot be written: The file '{path}' already exists.", new FaultyWeave
        {
            Config = "<PooledAwait Report='Full' />",
            Disturb = folder => Directory.CreateDirectory(Path.Combine(Intermediate(folder), file)),
        }.Meet);
    }

    private static string Intermediate(string folder) => Directory.CreateDirectory(Path.Combine(folder, "obj", "Release", "net10.0")).FullName;

    private static string Symbols(string folder) => Path.Combine(folder, "in", "App.pdb");

    /// <summary>Writes a damaged copy of the assembly under the given name.</summary>
    private static void Damage(string folder, string name, Func<byte[], byte[]> damage) =>
        File.WriteAllBytes(Path.Combine(folder, name), damage(File.ReadAllBytes(Path.Combine(folder, "in", "App.dll"))));

    private static byte[] Overwritten(byte[] image)
    {
        using var file = new PEReader(new MemoryStream(image));
        var metadata = file.PEHeaders.MetadataStartOffset;
        var broken = (byte[])image.Clone();
        Array.Fill(broken, (byte)0xEE, metadata + 0x80, 0x100);
        return broken;
    }

    private static byte[] Mixed(byte[] image)
    {
        using var file = new PEReader(new MemoryStream(image));
        var mixed = (byte[])image.Clone();
        mixed[file.PEHeaders.CorHeaderStartOffset + 16] &= 0xFE;
        return mixed;
    }

    /// <summary>Returns an image without the header of managed code.</summary>
    private static byte[] Native(string folder)
    {
        var image = File.ReadAllBytes(Path.Combine(folder, "in", "App.dll"));
        using var file = new PEReader(new MemoryStream(image));
        var header = file.PEHeaders.PEHeaderStartOffset + (file.PEHeaders.PEHeader!.Magic == PEMagic.PE32 ? 208 : 224);
        Array.Clear(image, header, 8);
        return image;
    }
}
