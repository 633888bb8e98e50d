namespace Tests.Inspect;

/// <summary>For unusable input, the tool reports one error with exit code 1, and writes nothing.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class BadInputTests
{
    private ToolRun _run = null!;

    [SetUp]
    public void MakeFolder()
    {
        _run = new ToolRun();
        _run.Compile("App", ToolRun.Code);
        Directory.CreateDirectory(_run.PathOf("empty"));
        Directory.CreateSymbolicLink(_run.PathOf("link"), _run.PathOf("in"));
        File.WriteAllText(_run.PathOf("text.dll"), "no assembly");
        File.WriteAllText(_run.PathOf("other.xml"), "<Weavers><Other /></Weavers>");
        File.WriteAllText(_run.PathOf("wrong.xml"), "<PooledAwait Builder='Task' />");
        File.WriteAllText(_run.PathOf("old.json"), "{ \"format\": 1 }");
        File.WriteAllText(_run.PathOf("other.json"), "{}");
        File.WriteAllText(_run.PathOf("half.json"), "{ \"format\": 2, \"assemblies\": [{ \"name\": \"App\" }] }");
        File.WriteAllText(_run.PathOf("broken.json"), "{ \"format\"");
    }

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    // The same damage makes the commands fail in different ways, because Cecil reads different parts of the file for each command.
    [TestCase("list")]
    [TestCase("il")]
    [TestCase("weave")]
    public void A_damaged_assembly_is_named_whatever_is_wrong_with_it(string command)
    {
        var input = Path.Combine(_run.PathOf("in"), "App.dll");
        var whole = File.ReadAllBytes(input);
        var metadata = whole.AsSpan().IndexOf("BSJB"u8);
        var ends = new HashSet<string>();
        var random = new Random(1);
        for (var i = 0; i < (Extent.IsWhole ? 60 : 20); i++)
        {
            var damaged = whole.ToArray();
            for (var j = 0; j < 5; j++)
            {
                damaged[random.Next(metadata, metadata + 2_000)] = (byte)random.Next(256);
            }

            File.WriteAllBytes(input, damaged);
            string[] rest = command == "il" ? ["*"] : command == "weave" ? ["-o", _run.PathOf("out")] : [];
            var (exitCode, _, error) = ToolRun.Run([command, input, .. rest]);
            if (exitCode != 0)
            {
                ends.Add(error.Split('\n').First());
                Assert.That(error, Does.Match($"^(The symbols of )?'?{input}"), $"{i}");
            }
            else if (Directory.Exists(_run.PathOf("out")))
            {
                Directory.Delete(_run.PathOf("out"), recursive: true);
            }

            Assert.That(Directory.GetDirectories(_run.Folder).Select(Path.GetFileName), Is.EquivalentTo(new[] { "empty", "in", "link" }), $"{i}");
        }

        Assert.That(ends, Has.Count.GreaterThan(2));
    }

    [TestCase("list {0}")]
    [TestCase("il {0} *")]
    [TestCase("weave {0} -o {1}")]
    public void A_method_whose_bytes_are_no_instructions_is_named(string command)
    {
        var input = Path.Combine(_run.PathOf("in"), "App.dll");
        File.WriteAllBytes(input, ToolRun.WithoutOpcode(File.ReadAllBytes(input)));
        var files = _run.Files();

        var (exitCode, output, error) = ToolRun.Run([.. command.Split(' ').Select(word => string.Format(word, input, _run.PathOf("out")))]);

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(1));
            Assert.That(output, Is.Empty);
            Assert.That(error, Is.EqualTo(
                $"{input}: PooledAwait: the bytes of System.Int32 Calls::Other(System.Int32) in App.dll are not valid instructions, so the weaver cannot write them back. " +
                "Weave before the tool that wrote them.\n"));
            Assert.That(_run.Files(), Is.EqualTo(files));
        });
    }

    [TestCase("list {0}/in --config {0}/wrong.xml", "'{0}/wrong.xml': attribute 'Builder' is not known; did you mean 'Builders'? Allowed are Builders, ")]
    [TestCase("list {0}/in --opt-in perhaps", "The command line: attribute 'OptIn' is 'perhaps'; allowed are true, false.")]
    [TestCase("list {0}/in --include A --exclude B", "The command line: 'Include' and 'Exclude' are both given; only one of them is allowed.")]
    [TestCase("il {0}/in Calls.Nothing", "No method is named 'Calls.Nothing'; 'list' prints names, and * stands for any text.")]
    [TestCase("why {0}/in Calls.Nothing", "No method is named 'Calls.Nothing'; 'list' prints names, and * stands for any text.")]
    [TestCase("report {0}/no.dll -o {0}/out.html", "There is no file or folder '{0}/no.dll'.")]
    [TestCase("report {0}/text.dll -o {0}/out.html", "'{0}/text.dll' is not a managed assembly.")]
    [TestCase("report {0}/in -o {0}/out.pdf", "The output '{0}/out.pdf' does not say what to write; allowed are names that end in .html, .json, .txt.")]
    [TestCase("report {0}/in -o {0}/text.dll/out.html", "The file '{0}/text.dll/out.html' cannot be written: ")]
    [TestCase("report", "Required argument 'input' missing for command: 'report'.")]
    [TestCase("report --merge {0}/empty -o {0}/out.html", "The folder '{0}/empty' has no report; builds with Report=\"Full\" write *.PooledAwait.json files beside the assemblies in obj.")]
    [TestCase("report --merge {0}/no.json -o {0}/out.html", "There is no file or folder '{0}/no.json'.")]
    [TestCase("report --merge {0}/old.json -o {0}/out.html", "'{0}/old.json' cannot be used: its format is 1; allowed are the *.PooledAwait.json files of format 2 ")]
    [TestCase("report --merge {0}/other.json -o {0}/out.html", "'{0}/other.json' cannot be used: it has no format; allowed are ")]
    [TestCase("report --merge {0}/half.json -o {0}/out.html", "'{0}/half.json' cannot be used: ")]
    [TestCase("report --merge {0}/broken.json -o {0}/out.html", "'{0}/broken.json' cannot be used: ")]
    [TestCase("report --merge {0}/text.dll -o {0}/out.html", "'{0}/text.dll' cannot be used: ")]
    [TestCase("list ", "There is no file or folder ''.")]
    [TestCase("list {0}/in --config ", "'' cannot be read: ")]
    [TestCase("weave {0}/in -o ", "The output has no name; name a folder.")]
    [TestCase("weave {0}/in -o {0}/link", "The output folder is the input's own; name another one.")]
    [TestCase("weave {0}/in -o {0}/link/../in", "The output folder is the input's own; name another one.")]
    [TestCase("weave {0}/in", "Option '--output' is required.")]
    [TestCase("compare {0}/in", "'{0}/in' is a folder; name the program's assembly in it.")]
    [TestCase("compare {0}/in/App.dll", "'{0}/in/App.dll' is not a program: there is no 'App.runtimeconfig.json' beside it.")]
    [TestCase("compare {0}/in/App.dll --rounds 0", "'--rounds' is '0'; allowed are whole numbers from 1 to 1000.")]
    [TestCase("compare {0}/in/App.dll --ready x", "--ready is given without --load.")]
    [TestCase("compare {0}/in/App.dll --load x --ready x --delay 1", "--ready and --delay are both given; only one of them is allowed.")]
    [TestCase("compare {0}/in/App.dll --load x --exit-code 1", "--exit-code is for a program that ends by itself, and --load for one that does not; ")]
    [TestCase("compare {0}/in/App.dll --load x --operations (", "--operations is not a regular expression: ")]
    [TestCase("top x", "'x' is not a process id.")]
    [TestCase("top 2147483647", "There is no process 2147483647.")]
    [TestCase("top 1 --count some", "'--count' is 'some'; allowed are whole numbers from 1 to 2147483647.")]
    [TestCase("top 1 --report {0}/no.json", "'{0}/no.json' cannot be read: ")]
    [TestCase("top 1 --report {0}/other.xml", "'{0}/other.xml' is not a report: a build with Report=\"Full\" writes it, ")]
    [TestCase("list", "Required argument 'input' missing for command: 'list'.")]
    [TestCase("list {0}/in --what", "Unrecognized command or argument '--what'.")]
    public void Is_one_error(string command, string expected)
    {
        var files = _run.Files();
        string Fill(string text) => string.Format(text, _run.Folder);

        var (exitCode, output, error) = ToolRun.Run([.. command.Split(' ').Select(Fill)]);

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(1));
            Assert.That(output.Trim(), Is.Empty);
            Assert.That(error, Does.StartWith(Fill(expected)));
            Assert.That(error.TrimEnd('\n'), Does.Not.Contain("\n"));
            Assert.That(_run.Files(), Is.EqualTo(files));
        });
    }
}
