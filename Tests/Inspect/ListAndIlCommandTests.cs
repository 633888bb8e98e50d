using System.Text.Json;
using PooledAwait.Fody.Options;

namespace Tests.Inspect;

[Parallelizable(ParallelScope.Self)]
public sealed class ListAndIlCommandTests
{
    private ToolRun _run = null!;
    private string _input = "";

    [SetUp]
    public void MakeFolder()
    {
        _run = new ToolRun();
        _input = _run.Compile("App", ToolRun.Code);
    }

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [Test]
    public void Lists_what_would_be_woven_as_a_build_reports_it_and_writes_nothing()
    {
        var files = _run.Files();
        var (exitCode, output, error) = ToolRun.Run("list", _input);

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(_run.Files(), Is.EqualTo(files));
        Assert.That(output, Is.EqualTo(
            """
            PooledAwait in App

            Changed: 2
            Left alone: 1

            Bytes saved by each call that suspends (estimated)
                   88  Calls.Logged(Task, string)
                  104  Calls.Pooled(int)

            Changed, Builders: 1
              Calls.Pooled(int) in App.cs:5
                  ValueTask

            Changed, StateObjects: 1
              Calls.Logged(Task, string) in App.cs:12
                  ContinueWith passes the captured name as its state; there is no closure object.

            Left alone, ignored: 1
            [PooledAwaitIgnore] excludes it: the attribute is on it, or on something around it. Remove the attribute, or put [PooledAwait] on something narrower.
              Calls.Ignored() in App.cs:8
                  Builders, would save 96 bytes for each call

            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Tells_of_a_woven_assembly_what_was_woven()
    {
        ToolRun.Run("weave", _input, "-o", _run.PathOf("out"));
        var (_, output, _) = ToolRun.Run("list", _run.PathOf("out", "App.dll"));

        Assert.That(output, Does.Contain("Changed: 0\nLeft alone: 3\n"));
        Assert.That(output, Does.Contain("Left alone, already-pooled: 1\n"));
        Assert.That(output, Does.Contain("Left alone, already-rewritten: 1\n"));
    }

    [Test]
    public void Lists_as_the_JSON_of_a_report()
    {
        var (exitCode, output, error) = ToolRun.Run("list", _run.PathOf("in"), "--json");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(error, Is.Empty);
        Assert.That(output, Is.EqualTo(ToolRun.Run("report", _run.PathOf("in"), "--json").Output));
        Assert.That(JsonDocument.Parse(output).RootElement.GetProperty("assemblies").EnumerateArray().Single().GetProperty("methods").GetArrayLength(), Is.EqualTo(3));
    }

    [TestCase("list {0}")]
    [TestCase("list {0} --json")]
    [TestCase("weave {0} -o {1}")]
    [TestCase("weave {0} -o {1} --json")]
    public void Warnings_go_to_the_error_output_with_their_places(string command)
    {
        var input = _run.Compile("Asked", """
            public class Asked
            {
                [PooledAwait.PooledAwait]
                public static int Get()
                {
                    return 1;
                }
            }
            """);

        var (exitCode, _, error) = ToolRun.Run([.. command.Split(' ').Select(part => string.Format(part, input, _run.PathOf("out")))]);

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(error, Does.StartWith("/Asked.cs(6,9): warning PooledAwait PA003: Asked.Get() carries [PooledAwait]"));
        Assert.That(error.Trim().Split('\n'), Has.Length.EqualTo(1));
    }

    [TestCase("list")]
    [TestCase("weave")]
    public void A_pattern_that_matches_in_one_of_several_assemblies_is_no_mistake(string command)
    {
        _run.Compile("Other", ToolRun.Code.Replace("Calls", "Others"));

        var (exitCode, _, error) = ToolRun.Run([command, _run.PathOf("in"), "--include", "Calls", .. command == "weave" ? ["-o", _run.PathOf("out")] : Array.Empty<string>()]);

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(error, Is.Empty);
    }

    [Test]
    public void Prints_a_method_where_another_assembly_of_the_folder_is_damaged()
    {
        File.WriteAllBytes(_input, ToolRun.WithoutOpcode(File.ReadAllBytes(_input)));
        _run.Compile("Other", ToolRun.Code.Replace("Calls", "Others"));

        var (exitCode, output, error) = ToolRun.Run("il", _run.PathOf("in"), "Others.Pooled");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("// after: ").And.Contain("Others::Pooled"));
    }

    [Test]
    public void Prints_the_first_line_alone_of_a_method_whose_bytes_stay_as_they_are()
    {
        // Gives a long constant an invalid opcode. The test finds the constant by its bytes in the file.
        var input = _run.Compile("Odd", "public static class Odd { public static long Get() => 0x1122334455667788; public static int Good() => 1; }");
        var image = File.ReadAllBytes(input);
        var constant = image.AsSpan().IndexOf<byte>([0x21, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x2A]);
        ((byte[])[0xA6, 0, 0, 0, 0, 0, 0, 0, 0]).CopyTo(image, constant);
        File.WriteAllBytes(input, image);

        var (exitCode, output, error) = ToolRun.Run("il", input, "*");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("Odd::Get()\n\n").And.Contain("ldc.i4.1"));
    }

    [Test]
    public void Prints_a_method_and_its_state_machine_before_and_after()
    {
        var (exitCode, output, error) = ToolRun.Run("il", _input, "Calls.Pooled");

        Assert.That(exitCode, Is.Zero, error);
        var headings = output.Split('\n')
            .Where(line => line.StartsWith("// before: ") || line.StartsWith("// after: ") || line.StartsWith("// unchanged: "));
        Assert.That(headings, Is.EqualTo(new[]
        {
            "// before: System.Threading.Tasks.ValueTask`1<System.Int32> Calls::Pooled(System.Int32) in App.dll",
            "// after: System.Threading.Tasks.ValueTask`1<System.Int32> Calls::Pooled(System.Int32) in App.dll",
            "// before: System.Void Calls/<Pooled>d__0::MoveNext() in App.dll",
            "// after: System.Void Calls/<Pooled>d__0::MoveNext() in App.dll",
            "// before: System.Void Calls/<Pooled>d__0::SetStateMachine(System.Runtime.CompilerServices.IAsyncStateMachine) in App.dll",
            "// after: System.Void Calls/<Pooled>d__0::SetStateMachine(System.Runtime.CompilerServices.IAsyncStateMachine) in App.dll",
        }));
        Assert.That(output, Does.Contain("[System.Runtime]System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder`1<int32>::Create()"));
        Assert.That(output, Does.Contain("[PooledAwait.Runtime]PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder`1<int32>::Create()"));
    }

    [Test]
    public void Prints_a_method_that_nothing_changes_once_and_methods_that_are_added()
    {
        var unchanged = JsonDocument.Parse(ToolRun.Run("il", _input, "Calls.Other(int)", "--json").Output).RootElement.EnumerateArray().Single();
        Assert.That(unchanged.GetProperty("before").GetString(), Does.Contain("ldc.i4.1"));
        Assert.That(unchanged.GetProperty("after").ValueKind, Is.EqualTo(JsonValueKind.Null));

        var logged = JsonDocument.Parse(ToolRun.Run("il", _input, "*.Logged*", "--json").Output).RootElement.EnumerateArray().ToList();
        var added = logged
            .Where(method => method.GetProperty("before").ValueKind == JsonValueKind.Null)
            .Select(method => method.GetProperty("member").GetString());
        Assert.That(added, Has.Some.Contain("<>c__StateObject0::.cctor()"));
    }

    [Test]
    public void Prints_the_IL_that_a_build_keeps_and_a_method_that_is_added_to_a_type_of_the_assembly()
    {
        var input = _run.Compile("Awaits", """
            using System.Threading.Tasks;

            public class Awaits
            {
                private static async Task<int> Get() { await Task.Yield(); return 1; }

                public static async Task<int> Sum() => await Get() + await Get();
            }
            """);

        var printed = JsonDocument.Parse(ToolRun.Run("il", input, "Awaits.Sum", "--json").Output).RootElement.EnumerateArray().ToList();

        var text = string.Concat(printed.Select(method => method.GetProperty("after").GetString() ?? method.GetProperty("before").GetString()));
        Assert.That(text, Does.Not.Contain("IL_0000"));
        Assert.That(
            printed.Where(method => method.GetProperty("before").ValueKind == JsonValueKind.Null).Select(method => method.GetProperty("member").GetString()),
            Has.Some.Contain("Awaits/<>c__PooledAwait::").And.Some.Contain("Get"));
    }

    [Test]
    public void Help_tells_of_every_command_and_option()
    {
        var (exitCode, output, _) = ToolRun.Run("--help");
        Assert.That(exitCode, Is.Zero);
        Assert.That(output, Does.Contain("weave <input>").And.Contain("list <input>").And.Contain("il <input> <method>").And.Contain("why <input> <method>").And.Contain("report <input>"));
        Assert.That(output, Does.Contain("compare <input> <arguments>").And.Contain("top <pid>"));

        var weave = ToolRun.Run("weave", "--help").Output;
        foreach (var option in (string[])["--output <folder>", "--config <file>", "--json", "--minimum-state-machine-size <value>"])
        {
            Assert.That(weave, Does.Contain(option));
        }

        var lettersOnly = weave.Replace("-", "");
        foreach (var option in WeaverOption.Names.Except([nameof(WeaverOptions.Report), nameof(WeaverOptions.Snapshots)]))
        {
            Assert.That(lettersOnly, Does.Contain($"{option.ToLowerInvariant()} <value>"));
        }
    }
}
