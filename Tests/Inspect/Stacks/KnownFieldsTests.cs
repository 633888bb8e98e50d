using Mono.Cecil;
using PooledAwait.Inspect.Stacks.Snapshots;
using Tests.Compilation;
using Tests.Inspect.Stacks.RuntimeAsync;
using Tests.NewerRuntimes;

namespace Tests.Inspect.Stacks;

/// <summary>The fields that the tool reads exist in each base library and in PooledAwait.Runtime.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class KnownFieldsTests
{
    private static readonly string[] s_files = ["System.Private.CoreLib.dll", "System.Threading.Channels.dll", "System.Net.Sockets.dll", "System.Net.Primitives.dll"];

    [Test]
    public static void Are_in_the_base_library([Values(8, 9, 10, 11)] int version)
    {
        var types = Types(s_files.Select(file => version == Environment.Version.Major ? Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, file) : RuntimePacks.FileOf(version, file)));

        // The runtime package of .NET 11 is for browsers. It has no sockets, so their fields are missing.
        var known = KnownFields.OfBaseLibrary.Concat(KnownFields.ForWords.Where(field => version < 11 || !field.Type.Contains(".Sockets.", StringComparison.Ordinal)))
            .Concat(version < 11 ? KnownFields.BeforeNet11 : []);
        Assert.That(known.Where(field => !IsThere(types, field)), Is.Empty);
    }

    [Test]
    public static void Are_in_the_base_library_of_CoreCLR_11()
    {
        var types = Types(s_files.Select(FileOf11));
        Assert.That(KnownFields.OfBaseLibrary.Concat(KnownFields.ForWords).Concat(KnownFields.SinceNet11).Where(field => !IsThere(types, field)), Is.Empty);
    }

    /// <summary>
    /// The tool reads these fields at fixed offsets, because the memory that contains them is not an object. The base library's file shows the true offsets.
    /// </summary>
    [Test]
    public static void Are_at_the_places_that_are_known()
    {
        using var library = ModuleDefinition.ReadModule(FileOf11("System.Private.CoreLib.dll"));
        var info = library.GetType("System.Runtime.CompilerServices.ResumeInfo").Fields.Where(field => !field.IsStatic).ToList();
        var loop = library.GetType(Dispatch.InfoType).Fields.Where(field => !field.IsStatic).ToDictionary(field => field.Name, field => field.Offset);
        Assert.Multiple(() =>
        {
            Assert.That(info.Select(field => field.Name), Is.EqualTo((string[])["Resume", "DiagnosticIP"]));
            Assert.That(info.Select(field => field.FieldType.IsPointer || field.FieldType.IsFunctionPointer), Is.All.True);
            Assert.That(ResumePoints.DiagnosticAddress, Is.EqualTo(sizeof(long)));
            Assert.That(
                (loop["Next"], loop["NextContinuation"], loop["CurrentTask"]), Is.EqualTo((Dispatch.OuterOffset, Dispatch.NextOffset, Dispatch.TaskOffset)));
        });
    }

    private static string FileOf11(string name) => Directory.EnumerateFiles(Path.Combine(Path.GetDirectoryName(Hosts.Of(11))!, "shared", "Microsoft.NETCore.App"), name, SearchOption.AllDirectories).Single();

    [Test]
    public static void Are_in_PooledAwait_Runtime([Values("net9.0", "net10.0")] string framework)
    {
        var types = Types([References.Runtime(framework)]);
        Assert.That(KnownFields.OfRuntimeLibrary.Where(field => !IsThere(types, field)), Is.Empty);
    }

    [Test]
    public static void PooledAwait_Runtime_has_the_layout_that_is_known()
    {
        using var module = ModuleDefinition.ReadModule(References.Runtime("net10.0"));
        var layout = module.GetType("PooledAwait.Runtime.StateMachineBox").Fields.Single(field => field.Name == "Layout");
        Assert.That((layout.IsLiteral, layout.Constant), Is.EqualTo((true, KnownFields.Layout)));
    }

    [Test]
    public static void A_field_that_is_missing_is_noticed() => Assert.That(IsThere(Types([References.Runtime("net10.0")]), new KnownField("PooledAwait.Runtime.ValueTaskBox", "_completion._gone")), Is.False);

    private static ILookup<string, TypeDefinition> Types(IEnumerable<string> files) =>
        files.Select(ModuleDefinition.ReadModule).SelectMany(module => module.GetTypes()).ToLookup(type => TypeName.Definition(type.FullName.Replace('/', '+')), StringComparer.Ordinal);

    /// <summary>Returns whether a type of this name, generic or not, declares the field.</summary>
    private static bool IsThere(ILookup<string, TypeDefinition> types, KnownField known)
    {
        var found = types[known.Type].Where(type => type.HasFields && !type.IsInterface && !(type is { IsAbstract: true, IsSealed: true } && !type.Fields.Any(field => field.IsStatic && field.Name == known.Path))).ToList();
        return found.Count > 0 && found.Any(type => IsIn(type, known.Path.Split('.')));

        bool IsIn(TypeDefinition type, IReadOnlyList<string> path) =>
            type.Fields.FirstOrDefault(field => field.Name == path[0]) is { } field &&
            (path.Count == 1 || types[TypeName.Definition(field.FieldType.GetElementType().FullName.Replace('/', '+'))].Any(inner => IsIn(inner, [.. path.Skip(1)])) || !types.Contains(TypeName.Definition(field.FieldType.GetElementType().FullName)));
    }
}
