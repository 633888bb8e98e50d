using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>Woven code needs PooledAwait.Runtime: where the weaver's package is used in a way that withholds it, the build says so.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class RuntimeReferenceTests
{
    [Test]
    public void A_library_that_hides_the_weaver_and_refers_to_the_runtime_serves_its_users()
    {
        var folder = Packed.NewFolder();
        var library = FreshProject.Library(folder, "Library", "net10.0").Woven(("PrivateAssets", "all")).Package("PooledAwait.Runtime");
        var application = FreshProject.Console(folder, "Application", withCalls: false).Project(library);

        application.Build("-c", "Release");

        Assert.That(application.Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
    }

    [TestCase("all")]
    [TestCase("analyzers; Runtime")]
    public void A_library_that_hides_the_weaver_and_the_runtime_is_told_what_to_add(string hidden)
    {
        var library = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Woven(("PrivateAssets", hidden))
            .With("TreatWarningsAsErrors", "false");

        var (exitCode, output) = library.TryBuild();

        Assert.That(exitCode, Is.Zero, output);
        Assert.That(Faults(output), Is.EqualTo((string[])
        [
            $"warning PA101: Library hides PooledAwait.Fody from the projects that use it (PrivateAssets=\"{hidden}\"), and with it " +
            "PooledAwait.Runtime, which its woven assembly needs at run time. Add <PackageReference Include=\"PooledAwait.Runtime\" /> to " +
            "Library.csproj, in the version of PooledAwait.Fody. (To silence it: <NoWarn>$(NoWarn);PA101</NoWarn>.)",
        ]));
    }

    [Test]
    public void A_reference_to_the_runtime_that_is_hidden_as_well_does_not_help()
    {
        var library = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Woven(("PrivateAssets", "all"))
            .Package("PooledAwait.Runtime", ("PrivateAssets", "all"))
            .With("TreatWarningsAsErrors", "false");

        Assert.That(Faults(library.TryBuild().Output), Has.One.Items.And.One.StartsWith("warning PA101:"));
    }

    [Test]
    public void The_warning_can_be_silenced_and_an_application_gets_none()
    {
        var folder = Packed.NewFolder();
        FreshProject.Library(folder, "Library", "net10.0").Woven(("PrivateAssets", "all")).With("NoWarn", "PA101").Build();

        var application = FreshProject.Console(folder, "Application").Woven(("PrivateAssets", "all"));
        application.Build("-c", "Release");
        Assert.That(application.Run("Release").Builders, Is.EqualTo("PooledAwait.Runtime"));
    }

    [Test]
    public void Without_the_runtime_the_build_fails_with_one_error()
    {
        var application = FreshProject.Console(Packed.NewFolder(), "Application").Woven(("ExcludeAssets", "compile"));

        var (exitCode, output) = application.TryBuild();

        Assert.That(exitCode, Is.Not.Zero, output);
        Assert.That(Faults(output), Has.One.Items.And.One.Contains("PooledAwait.Runtime"));
    }

    // Each once, without the place before it and the project after it: a build repeats them in its summary.
    private static string[] Faults(string output) =>
        Regex.Matches(output, @"\b(?:warning|error)(?: \w+)? ?: .*?(?=(?: \[[^\[\]]*\])?\r?$)", RegexOptions.Multiline)
            .Select(match => match.Value)
            .Distinct()
            .ToArray();
}
