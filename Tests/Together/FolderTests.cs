namespace Tests.Together;

/// <summary>Tests which assemblies of a folder form one program.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class FolderTests
{
    private const string Code = """
        using System.Threading.Tasks;

        public static class NAME { public static async Task<int> Get(int value) { await Task.Yield(); return value; } }
        """;

    private const string App = """
        using System.Threading.Tasks;

        public static class App { public static async Task<int> Run() => await Listed.Get(1) + await PlugIn.Get(2); }
        """;

    [Test]
    public void Not_what_the_manifest_does_not_list()
    {
        using var parts = Program();
        File.WriteAllText(parts.PathOf(Parts.NotWoven, "App.deps.json"), """
            {
              "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0", "signature": "" },
              "targets": { ".NETCoreApp,Version=v10.0": { "App/1.0.0": { "runtime": { "App.dll": {} } }, "Listed/1.0.0": { "runtime": { "Listed.dll": {} } } } },
              "libraries": { "App/1.0.0": { "type": "project", "serviceable": false, "sha512": "" }, "Listed/1.0.0": { "type": "package", "serviceable": false, "sha512": "" } }
            }
            """);

        Assert.That(parts.WeaveTogether(), Does.Match(
            @"\AApp.dll: PooledAwait: 1 async method pooled \(1 Task\), 0 left alone; 1 awaited call without a task, 0 left alone \(\d+ ms\)\.\nListed\.dll: [^\n]+\n\z"));
        Assert.That(File.ReadAllBytes(parts.PathOf(Parts.Woven, "PlugIn.dll")), Is.EqualTo(File.ReadAllBytes(parts.PathOf(Parts.NotWoven, "PlugIn.dll"))));
    }

    [Test]
    public void Not_the_frameworks()
    {
        using var parts = Program();
        var channels = typeof(System.Threading.Channels.Channel).Assembly.Location;
        File.Copy(channels, parts.PathOf(Parts.NotWoven, Path.GetFileName(channels)));

        Assert.That(parts.WeaveTogether().Split('\n').Select(line => line.Split(':')[0]), Is.EqualTo(new[] { "App.dll", "Listed.dll", "PlugIn.dll", "" }));
    }

    [Test]
    public void Not_those_of_a_program_for_NET_Framework()
    {
        using var parts = Program();
        File.Move(parts.PathOf(Parts.NotWoven, "App.dll"), parts.PathOf(Parts.NotWoven, "App.exe"));

        Assert.That(parts.Refusal(), Is.EqualTo(
            $"'{parts.PathOf(Parts.NotWoven, "App.exe")}' is a program for .NET Framework, which cannot be woven together with others.\n"));
        Assert.That(Directory.Exists(parts.PathOf(Parts.Woven)), Is.False);
    }

    [Test]
    public void Not_those_of_several_programs()
    {
        using var parts = Program();
        File.WriteAllText(parts.PathOf(Parts.NotWoven, "App.deps.json"), "{}");
        File.WriteAllText(parts.PathOf(Parts.NotWoven, "Other.deps.json"), "{}");

        Assert.That(parts.Refusal(), Is.EqualTo(
            $"The folder '{parts.PathOf(Parts.NotWoven)}' has the manifests of several programs: App.deps.json, Other.deps.json. " +
            "Only one program can be woven together; publish each into its own folder.\n"));
    }

    [Test]
    public void Not_two_of_one_name()
    {
        using var parts = Program();
        File.Copy(parts.PathOf(Parts.NotWoven, "Listed.dll"), parts.PathOf(Parts.NotWoven, "Zz.dll"));

        Assert.That(parts.Refusal(), Is.EqualTo(
            $"'{parts.PathOf(Parts.NotWoven, "Listed.dll")}' and '{parts.PathOf(Parts.NotWoven, "Zz.dll")}' are both the assembly Listed; a program can have only one assembly with this name.\n"));
    }

    [Test]
    public void Not_where_one_of_them_asks_for_what_cannot_be()
    {
        using var parts = Program().Add("Wrong", "[PooledAwait.PooledAwait, PooledAwait.PooledAwaitIgnore] public class Wrong { }");

        Assert.That(parts.Refusal(), Is.EqualTo(
            $"{parts.PathOf(Parts.NotWoven, "Wrong.dll")}: PooledAwait PA006: Wrong carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed.\n"));
        Assert.That(Directory.Exists(parts.PathOf(Parts.Woven)), Is.False);
    }

    [Test]
    public void Only_those_of_names_that_are_there()
    {
        using var parts = Program();

        Assert.That(parts.Refusal("--assembly", "Plug*", "--assembly", "Apq"), Is.EqualTo(
            $"The folder '{parts.PathOf(Parts.NotWoven)}' has no assembly named 'Apq' that can be woven.\n"));
    }

    private static Parts Program() => new Parts().Add("Listed", Code.Replace("NAME", "Listed")).Add("PlugIn", Code.Replace("NAME", "PlugIn")).Add("App", App);
}
