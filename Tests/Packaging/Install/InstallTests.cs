namespace Tests.Packaging.Install;

/// <summary>
/// <c>dotnet add package</c> is enough: optimised builds are woven, other builds are untouched, and no file is added to the project's folder.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class InstallTests
{
    private static Installation Built => Installation.Built;

    [Test]
    public void Nothing_warns() => Assert.Multiple(() =>
    {
        Assert.That(Built.ReleaseOutput, Does.Contain("0 Warning(s)"));
        Assert.That(Built.DebugOutput, Does.Contain("0 Warning(s)"));
    });

    [Test]
    public void No_file_of_Fodys_appears()
    {
        // Only one project has a FodyWeavers.xml, and this file requests no schema.
        var files = Directory.GetFiles(Built.Folder, "FodyWeavers.*", SearchOption.AllDirectories).Select(file => Path.GetRelativePath(Built.Folder, file));

        Assert.That(files, Is.EqualTo((string[])[Path.Combine("BesideAnother", "FodyWeavers.xml")]));
    }

    [TestCase("Application")]
    [TestCase("Library")]
    [TestCase("FSharp")]
    [TestCase("VisualBasic")]
    [TestCase("XunitTests")]
    [TestCase("Optioned")]
    public void Release_is_woven_and_Debug_is_not(string name)
    {
        Assert.That(WeavingEvidence.Ran(Built[name], "Release", "net10.0"), Is.True);
        Assert.That(WeavingEvidence.Ran(Built[name], "Debug", "net10.0"), Is.False);
        Assert.That(WeavingEvidence.IsWoven(Built[name].Output("Debug", "net10.0")), Is.False);
    }

    [Test]
    public void An_application_allocates_nothing_in_Release_and_as_ever_in_Debug()
    {
        Assert.That(Built["Application"].Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
        Assert.That(Built["Application"].Run("Debug").Builders, Is.EqualTo("System.Private.CoreLib"));
    }

    [Test]
    public void Woven_tests_run()
    {
        var output = Dotnet.Run(Built.Folder, "vstest", Built["XunitTests"].Output("Release", "net10.0"));

        Assert.That(WeavingEvidence.IsWoven(Built["XunitTests"].Output("Release", "net10.0")), Is.True);
        Assert.That(output, Does.Match(@"Passed: +1\b.* - XunitTests\.dll"));
    }

    [Test]
    public void Options_are_properties()
    {
        var report = File.ReadAllText(Path.Combine(Built["Optioned"].Folder, "obj", "Release", "net10.0", "Optioned.PooledAwait.txt"));

        Assert.That(report, Does.Match(@"(?s)Changed, Builders.*Shop\.Cart\.CountAsync\(\).*Left alone, excluded: 1\n.*Shop\.Cart\.TotalAsync\(\)"));
    }

    [Test]
    public void A_library_that_hides_the_weaver_serves_its_users() =>
        Assert.That(Built["HiddenApplication"].Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
}
