using System.Reflection.PortableExecutable;
using Microsoft.CodeAnalysis;
using Mono.Cecil;

namespace Tests.Inspect;

[Parallelizable(ParallelScope.Self)]
public sealed class WeaveCommandTests
{
    private ToolRun _run = null!;

    [SetUp]
    public void MakeFolder() => _run = new ToolRun();

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [Test]
    public void Weaves_an_assembly_with_its_symbols_and_brings_the_runtime()
    {
        var input = _run.Compile("App", ToolRun.Code);
        var before = File.ReadAllBytes(input);

        var (exitCode, output, error) = ToolRun.Run("weave", input, "-o", _run.PathOf("out"));

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.Zero, error);
            Assert.That(output, Does.Match(
                @"\AApp\.dll: PooledAwait: 1 async method pooled \(1 ValueTask\), 1 left alone; 1 call given a state object, 0 left alone \(\d+ ms\)\. Left alone most often: ignored \(1\)\.\n\z"));
            Assert.That(_run.Files("out"), Is.EqualTo(new[] { "App.dll", "App.pdb", "PooledAwait.Runtime.dll" }));
            Assert.That(File.ReadAllBytes(input), Is.EqualTo(before));
            Assert.That(_run.Files("in"), Is.EqualTo(new[] { "App.dll", "App.pdb" }));
        });
        using var woven = ModuleDefinition.ReadModule(_run.PathOf("out", "App.dll"), new ReaderParameters { ReadSymbols = true });
        var machine = woven.GetType("Calls").NestedTypes.Single(type => type.Name.StartsWith("<Pooled>"));
        Assert.That(machine.Fields.Single(field => field.Name == "<>t__builder").FieldType.Scope.Name, Is.EqualTo("PooledAwait.Runtime"));
        Assert.That(machine.Methods.Single(method => method.Name == "MoveNext").DebugInformation.SequencePoints, Is.Not.Empty);
    }

    [Test]
    public void Writes_the_same_bytes_wherever_it_writes_them()
    {
        var input = _run.Compile("App", ToolRun.Code);
        ToolRun.Run("weave", input, "-o", _run.PathOf("one"));
        ToolRun.Run("weave", input, "-o", _run.PathOf("two", "deeper"));

        Assert.That(File.ReadAllBytes(_run.PathOf("two", "deeper", "App.dll")), Is.EqualTo(File.ReadAllBytes(_run.PathOf("one", "App.dll"))));
        Assert.That(File.ReadAllBytes(_run.PathOf("two", "deeper", "App.pdb")), Is.EqualTo(File.ReadAllBytes(_run.PathOf("one", "App.pdb"))));
    }

    [Test]
    public void Copies_the_rest_of_a_folder_and_what_needs_no_change_as_it_is()
    {
        _run.Compile("App", ToolRun.Code);
        var plain = _run.Compile("Plain", "public class Plain { }");
        Directory.CreateDirectory(_run.PathOf("in", "de"));
        File.WriteAllText(_run.PathOf("in", "de", "text.json"), "{}");
        File.WriteAllBytes(_run.PathOf("in", "native.dll"), [1, 2, 3]);

        var (exitCode, _, error) = ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("out"));

        Assert.That(exitCode, Is.Zero, error);
        string[] written = ["App.dll", "App.pdb", "Plain.dll", "Plain.pdb", "PooledAwait.Runtime.dll", "de/text.json", "native.dll"];
        Assert.That(_run.Files("out"), Is.EqualTo(written));
        Assert.That(File.ReadAllBytes(_run.PathOf("out", "Plain.dll")), Is.EqualTo(File.ReadAllBytes(plain)));
        Assert.That(File.ReadAllBytes(_run.PathOf("out", "native.dll")), Is.EqualTo(new byte[] { 1, 2, 3 }));
    }

    [Test]
    public void A_woven_program_runs_and_finds_the_runtime()
    {
        const string Program = """
            using System;
            using System.Linq;
            using System.Threading.Tasks;

            public static class Program
            {
                public static async Task Main()
                {
                    var names = await Loaded();
                    Console.WriteLine(string.Join(" ", names));
                }

                private static async ValueTask<string[]> Loaded()
                {
                    await Task.Yield();
                    return AppDomain.CurrentDomain.GetAssemblies().Select(assembly => assembly.GetName().Name).Where(name => name.StartsWith("PooledAwait")).ToArray();
                }
            }
            """;
        _run.Compile("App", Program, kind: OutputKind.ConsoleApplication);
        File.WriteAllText(_run.PathOf("in", "App.runtimeconfig.json"), """
            { "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" } } }
            """);
        File.WriteAllText(_run.PathOf("in", "App.deps.json"), """
            {
              "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0", "signature": "" },
              "targets": { ".NETCoreApp,Version=v10.0": { "App/1.0.0": { "runtime": { "App.dll": {} } } } },
              "libraries": { "App/1.0.0": { "type": "project", "serviceable": false, "sha512": "" } }
            }
            """);

        Assert.That(ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("out")).ExitCode, Is.Zero);

        Assert.That(Dotnet.Run(_run.Folder, _run.PathOf("in", "App.dll")).Trim(), Is.Empty);
        Assert.That(Dotnet.Run(_run.Folder, _run.PathOf("out", "App.dll")).Trim(), Is.EqualTo("PooledAwait.Runtime"));
    }

    [Test]
    public void Drops_the_native_code_of_a_ReadyToRun_image()
    {
        var input = typeof(System.Threading.Channels.Channel).Assembly.Location;
        using (var before = new PEReader(File.OpenRead(input)))
        {
            Assert.That(before.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size, Is.Positive, "there is native code to drop");
        }

        var (exitCode, _, error) = ToolRun.Run("weave", input, "-o", _run.PathOf("out"));

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(error, Does.StartWith($"Written without their precompiled (ReadyToRun) code, because it belongs to the IL before weaving: {Path.GetFileName(input)}. Programs start more slowly"));
        using var after = new PEReader(File.OpenRead(_run.PathOf("out", Path.GetFileName(input))));
        Assert.Multiple(() =>
        {
            Assert.That(after.PEHeaders.CorHeader!.Flags & CorFlags.ILOnly, Is.EqualTo(CorFlags.ILOnly));
            Assert.That(after.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size, Is.Zero);
            Assert.That(after.PEHeaders.CoffHeader.Machine, Is.EqualTo(Machine.I386));
        });
    }

    [Test]
    public void Takes_options_from_a_file_and_those_of_the_command_line_before_it()
    {
        var input = _run.Compile("App", ToolRun.Code);
        var file = _run.PathOf("FodyWeavers.xml");
        File.WriteAllText(file, "<Weavers><Other /><PooledAwait Builders='None'><ContinueWith>false</ContinueWith></PooledAwait></Weavers>");

        var fromFile = ToolRun.Run("list", input, "--config", file);
        var withBuilders = ToolRun.Run("list", input, "--config", file, "--builders", "ValueTask");
        var withCalls = ToolRun.Run("list", input, "--config", file, "--continue-with", "true");

        Assert.Multiple(() =>
        {
            Assert.That(fromFile.Output, Does.Contain("Changed: 0\nLeft alone: 3\n").And.Contain("Left alone, switched-off: 2"));
            Assert.That(withBuilders.Output, Does.Contain("Changed, Builders: 1").And.Not.Contain("Changed, StateObjects"));
            Assert.That(withCalls.Output, Does.Contain("Changed, StateObjects: 1").And.Not.Contain("Changed, Builders"));
        });
    }

    [Test]
    public void Takes_what_a_file_does_not_say_from_the_properties_of_a_build()
    {
        var input = _run.Compile("App", ToolRun.Code);
        var file = _run.PathOf("FodyWeavers.xml");
        var properties = _run.PathOf("options.cache");
        File.WriteAllText(file, "<PooledAwait Builders='ValueTask' />");
        File.WriteAllLines(properties, ["PooledAwaitBuilders=None", $"PooledAwaitExclude={Uri.EscapeDataString("Other\n*::Logged")}", "/some/App.dll"]);

        var both = ToolRun.Run("list", input, "--config", file, "--properties", properties);
        var alone = ToolRun.Run("list", input, "--properties", properties, "--exclude", "Other");
        File.AppendAllLines(properties, ["PooledAwaitWhenAny=Some"]);
        var wrong = ToolRun.Run("list", input, "--properties", properties);

        Assert.Multiple(() =>
        {
            Assert.That(both.Output, Does.Contain("Changed, Builders: 1").And.Not.Contain("Changed, StateObjects"), both.Error);
            Assert.That(alone.Output, Does.Contain("Changed, StateObjects: 1").And.Not.Contain("Changed, Builders"), alone.Error);
            Assert.That(wrong.Error, Is.EqualTo("The build: the property PooledAwaitWhenAny is 'Some'; allowed are None, Tasks, All.\n"));
            Assert.That(ToolRun.Run("list", input, "--properties", _run.PathOf("absent")).Error, Does.StartWith($"'{_run.PathOf("absent")}' cannot be read: "));
        });
    }

    [Test]
    public void Does_not_copy_an_output_folder_within_the_input_into_itself()
    {
        _run.Compile("App", ToolRun.Code);
        ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("in", "woven"));
        var once = _run.Files("in");

        var (exitCode, _, error) = ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("in", "woven"));

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(_run.Files("in"), Is.EqualTo(once));
        Assert.That(once, Does.Contain("woven/App.dll"));
    }

    [Test]
    public void Takes_a_library_and_a_program_with_one_symbol_file()
    {
        File.Copy(_run.Compile("App", "public class Nothing { }"), _run.PathOf("in", "App.exe"));

        var (exitCode, _, error) = ToolRun.Run("weave", _run.PathOf("in"), "-o", _run.PathOf("out"));

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(_run.Files("out"), Is.EqualTo(new[] { "App.dll", "App.exe", "App.pdb" }));
    }

    [Test]
    public void Takes_a_target_framework_that_is_no_name()
    {
        const string Using = "using System.Threading.Tasks;";
        var input = _run.Compile("App", ToolRun.Code.Replace(Using, $"{Using}\n[assembly: System.Runtime.Versioning.TargetFramework(\"any text\")]"));

        var (exitCode, output, error) = ToolRun.Run("list", input);

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("Calls.Pooled(int)"));
    }
}
