using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.IL;
using Tests.Compilation;
using Tests.Snapshots;
using Tests.Weaving;

namespace Tests.Report.Il;

/// <summary>Tests the files that <c>Snapshots="true"</c> writes to the intermediate output folder.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed partial class SnapshotsTests
{
    private static readonly XElement s_on = new("PooledAwait", new XAttribute("Snapshots", true), new XAttribute("MinimumStateMachineSize", 0));

    // Separate expressions are faster than one combined expression, because each begins with a fixed text.
    private static readonly Regex[] s_unstable = [Offset(), Origin(), Version(), Token()];

    private static readonly ConcurrentDictionary<Shape, Lazy<(Woven Woven, SortedDictionary<string, string> Files)>> s_ofFixtures = new();

    [TestCase("Log")]
    [TestCase("M")]
    public Task Show_a_method_with_its_machine_before_and_after(string method)
    {
        var (_, files) = Weave(Shape.Release, """
            using System.Threading.Tasks;
            public class C
            {
                public static async ValueTask<T> M<T>(T value, string text)
                {
                    await Task.Delay(text.Length);
                    return value;
                }

                public static Task Log(Task task, string name) =>
                    task.ContinueWith(t => System.Console.WriteLine(name), TaskContinuationOptions.OnlyOnFaulted);

                public static int Same() => 1;
            }
            """);

        return Verifier.Verify(string.Join("\n", files.Where(file => file.Key.StartsWith($"C.{method}", StringComparison.Ordinal)).Select(file => $"==== {file.Key}\n{file.Value}")));
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Hold_every_body_that_was_changed_or_added_and_no_other(Shape shape)
    {
        var (woven, files) = OfFixtures(shape);
        using var before = woven.Input.Read();
        using var after = woven.Result.Read();
        var old = Methods(before).ToDictionary(Key);
        var shownBefore = Shown(".before.il");
        var shownAfter = Shown(".after.il");

        var changed = 0;
        Assert.Multiple(() =>
        {
            foreach (var method in Methods(after))
            {
                var text = IlMethodText.Of(method);
                var was = old.TryGetValue(Key(method), out var counterpart) ? IlMethodText.Of(counterpart) : null;
                if (was != text)
                {
                    changed++;
                    Assert.That(shownAfter, Does.Contain(text), method.FullName);
                    Assert.That(was == null || shownBefore.Contains(was), method.FullName);
                }
            }
        });
        Assert.That(changed, Is.GreaterThan(300));
        var unchanged = files.Keys.Where(name => name.EndsWith(".before.il", StringComparison.Ordinal) && files[name] == files[After(name)]);
        Assert.That(unchanged, Is.Empty);

        static string After(string name) => name.Replace(".before.", ".after.", StringComparison.Ordinal);

        HashSet<string> Shown(string kind) =>
            files.Where(file => file.Key.EndsWith(kind, StringComparison.Ordinal)).SelectMany(file => Bodies(file.Value)).ToHashSet();
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void Have_no_offsets_versions_or_folders_of_this_machine(Shape shape)
    {
        var files = OfFixtures(shape).Files;
        Assert.That(files, Is.Not.Empty);
        foreach (var (name, text) in files)
        {
            Assert.That(s_unstable.Select(unstable => unstable.Match(text).Value), Is.All.Empty, name);
            Assert.That(text, Does.Not.Contain('\r').And.EndWith("\n"));
        }
    }

    [Test]
    public void Are_the_same_files_for_the_same_source()
    {
        var files = OfFixtures(Shape.Release).Files;

        Assert.That(files, Is.Not.Empty);
        Assert.That(Weave(Fixtures.Compiled(Shape.Release), s_on).Files, Is.EqualTo(files));
    }

    [Test]
    public void Of_methods_that_are_changed_no_longer_are_deleted_and_what_is_not_theirs_stays()
    {
        const string Two = """
            using System.Threading.Tasks;
            class C
            {
                async ValueTask M() => await Task.Yield();
                async ValueTask N() => await Task.Yield();
            }
            """;
        using var folder = new TemporaryFolder();
        var compiled = Fixtures.Compile(Shape.Release, Two);

        Assert.That(Names(s_on), Is.EqualTo((string[])["C.M().after.il", "C.M().before.il", "C.N().after.il", "C.N().before.il"]));
        var snapshots = Directory.GetDirectories(folder.FullName, "*.il", SearchOption.AllDirectories).Single();
        File.WriteAllText(Path.Combine(snapshots, "C.P().before.il"), "of an earlier build");
        Assert.That(Names(s_on), Has.Length.EqualTo(4));

        File.WriteAllText(Path.Combine(snapshots, "notes.txt"), "a user's own");
        Assert.That(Names(new XElement("PooledAwait")), Is.Empty);
        Assert.That(Directory.GetFileSystemEntries(snapshots).Select(Path.GetFileName), Is.EqualTo((string[])["notes.txt"]));

        File.Delete(Path.Combine(snapshots, "notes.txt"));
        Names(new XElement("PooledAwait"));
        Assert.That(Directory.Exists(snapshots), Is.False);

        string[] Names(XElement config)
        {
            new WeavingRunner { Config = config, Directory = folder.FullName }.Weave(compiled);
            return [.. Files(folder.FullName).Keys];
        }
    }

    /// <summary>Returns the snapshots of all fixtures. A test run makes them only once.</summary>
    private static (Woven Woven, SortedDictionary<string, string> Files) OfFixtures(Shape shape) =>
        s_ofFixtures.GetOrAdd(shape, static key => new(() => Weave(Fixtures.Compiled(key), s_on))).Value;

    private static (Woven Woven, SortedDictionary<string, string> Files) Weave(Shape shape, string source) => Weave(Fixtures.Compile(shape, source), s_on);

    private static (Woven Woven, SortedDictionary<string, string> Files) Weave(CompiledAssembly compiled, XElement config)
    {
        var files = new SortedDictionary<string, string>();
        var woven = new WeavingRunner { Config = config, Inspect = folder => files = Files(folder) }.Weave(compiled);
        return (woven, files);
    }

    private static SortedDictionary<string, string> Files(string folder) => new(
        Directory.EnumerateFiles(folder, "*.il", SearchOption.AllDirectories).ToDictionary(file => Path.GetFileName(file)!, File.ReadAllText),
        StringComparer.Ordinal);

    private static IEnumerable<MethodDefinition> Methods(ModuleDefinition module) => module.GetTypes().SelectMany(type => type.Methods);

    // Leaves out a lambda's parameters, because a lambda that loses its closure gets another parameter.
    private static string Key(MethodDefinition method) =>
        method.Name.Contains(">b__", StringComparison.Ordinal) ? $"{method.DeclaringType.FullName}::{method.Name}" : method.FullName;

    private static IEnumerable<string> Bodies(string file) =>
        file.Split("\n\n").Where(part => part.StartsWith(".method", StringComparison.Ordinal)).Select(part => part.TrimEnd('\n') + "\n");

    [GeneratedRegex("IL_[0-9a-fA-F]{4}")]
    private static partial Regex Offset();

    [GeneratedRegex(@"Version=|PublicKeyToken|/tmp/|\\Temp\\")]
    private static partial Regex Origin();

    [GeneratedRegex(@"\.\d+\.\d+\.\d")]
    private static partial Regex Version();

    [GeneratedRegex("0x0[26][0-9a-f]{6}")]
    private static partial Regex Token();
}
