using System.Reflection.PortableExecutable;
using System.Security.Cryptography;

namespace Tests.Packaging.Publishing;

/// <summary>Tests what publishing weaves and when, what it leaves unchanged, and what it reports.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PublishingTests
{
    private const string App = "-p:PooledAwaitPublish=App";
    private const string Packages = "-p:PooledAwaitPublish=Packages";

    [Test]
    public void Weaves_when_something_has_changed_and_can_go_back()
    {
        var shop = new PublishedShop();
        var plain = Files(shop.Publish("out"));

        // The application was woven in its own build. It awaits a task of the library, so publishing weaves both together.
        var app = shop.Publish("out", App);
        string[] changed = ["Orders.dll", "Orders.pdb", "Shop.dll", "Shop.pdb"];
        Assert.That(Files(app).Where(file => plain[file.Key] != file.Value).Select(file => file.Key), Is.EquivalentTo(changed));
        Assert.That(shop.Publish("out", App).Woven, Is.Zero, "Nothing has changed.");

        var packages = shop.Publish("out", Packages);
        Assert.That(packages.Woven, Is.EqualTo(4), packages.Output);
        Assert.That(WeavingEvidence.IsWoven(packages.File("Polly.Core.dll")), Is.True);

        // The original files are older than the woven files that they replace. Nevertheless, the original files must be published.
        var limited = shop.Publish("out", Packages, "-p:PooledAwaitPublishPackages=polly", "-p:PooledAwaitPublishExclude=Ord*");
        Assert.That(limited.Woven, Is.EqualTo(2), limited.Output);
        Assert.That(Files(limited)["Polly.Core.dll"], Is.EqualTo(plain["Polly.Core.dll"]));
        Assert.That(Files(limited)["Orders.dll"], Is.EqualTo(plain["Orders.dll"]));
        Assert.That(Files(shop.Publish("out")), Is.EqualTo(plain));

        var weavers = Path.Combine(shop.Project, "FodyWeavers.xml");
        File.WriteAllText(weavers, "<Weavers><PooledAwait Builders='None' /></Weavers>");
        Assert.That(WeavingEvidence.IsWoven(shop.Publish("out", App).File("Orders.dll")), Is.False, "FodyWeavers.xml says so.");
        File.Delete(weavers);
        Assert.That(WeavingEvidence.IsWoven(shop.Publish("out", App).File("Orders.dll")), Is.True);
        Assert.That(WeavingEvidence.IsWoven(shop.Publish("out", App, "-p:PooledAwaitBuilders=Task").File("Orders.dll")), Is.True);
        Assert.That(WeavingEvidence.IsWoven(shop.Publish("out", App, "-p:PooledAwaitEnabled=false").File("Orders.dll")), Is.False);
    }

    [Test]
    public void A_plug_in_that_was_compiled_against_the_library_does_the_same()
    {
        var shop = new PublishedShop();
        var plugIn = shop.BuildPlugIn();

        var plain = shop.Publish("plain", "-p:PooledAwaitEnabled=false").Run(plugIn);
        var woven = shop.Publish("woven", Packages).Run(plugIn);

        Assert.That(woven.Results, Is.EqualTo(plain.Results));
        Assert.That(woven.Results, Does.Contain("extended: "));
        Assert.That(woven.Bytes["library"], Is.Zero);
    }

    [Test]
    public void What_cannot_be_woven_is_named_and_published_as_it_is()
    {
        var mixed = OtherWeaver.CompileTo(Packed.NewFolder());
        var image = File.ReadAllBytes(mixed);
        using (var reader = new PEReader(new MemoryStream(image)))
        {
            const int Flags = 16;
            image[reader.PEHeaders.CorHeaderStartOffset + Flags] &= 0xFF ^ (int)CorFlags.ILOnly;
        }

        File.WriteAllBytes(mixed, image);
        var shop = new PublishedShop();
        shop.ReferTo(mixed);

        var published = shop.Publish("out", Packages);

        Assert.That(published.Output, Does.Contain("PooledAwait: not woven, because they belong to the framework or cannot be woven: Counting.Fody.dll."));
        Assert.That(published.Woven, Is.EqualTo(4));
        Assert.That(File.ReadAllBytes(published.File("Counting.Fody.dll")), Is.EqualTo(image));
    }

    [Test]
    public void What_is_wrong_is_one_error_and_nothing_is_published()
    {
        var shop = new PublishedShop();
        var published = shop.Publish("out");
        var plain = Files(published);

        AssertFails("error PA006: the property PooledAwaitPublish is 'Everything'; allowed are None, App, Packages.", "-p:PooledAwaitPublish=Everything");

        // Without --no-build, the build would report the wrong option first.
        AssertFails(
            "error PA103: The published files of Shop cannot be woven: The build: the property PooledAwaitWhenAny is 'Some'; allowed are None, Tasks, All.",
            App, "--no-build", "-p:PooledAwaitWhenAny=Some");
        var weavers = Path.Combine(shop.Project, "FodyWeavers.xml");
        File.WriteAllText(weavers, "<Weavers><PooledAwait WhenAny='Some' /></Weavers>");
        AssertFails(
            $"error PA103: The published files of Shop cannot be woven: '{weavers}': attribute 'WhenAny' is 'Some'; allowed are None, Tasks, All.",
            App, "--no-build");
        File.Delete(weavers);

        AssertFails("error PA103: The published files of Shop cannot be woven: the weaver needs the .NET 10 runtime or a newer one", App, "-p:_PooledAwaitPublishTool=" + ToolOfTheFuture());

        var (_, output) = shop.TryPublish("out", Packages, "-p:PooledAwaitPublishExclude=Oders", "-p:WarningsNotAsErrors=PA102");
        Assert.That(output, Does.Contain("warning PA102: 'Oders' in PooledAwaitPublishExclude matches no assembly that Shop publishes."));

        void AssertFails(string error, params string[] arguments)
        {
            var (exitCode, said) = shop.TryPublish("out", arguments);
            Assert.Multiple(() =>
            {
                Assert.That(exitCode, Is.Not.Zero);
                Assert.That(shop.FaultsIn(said), Has.One.Items.And.One.Contains(error), said);
                Assert.That(Files(published), Is.EqualTo(plain));
                Assert.That(Directory.Exists(shop.Woven), Is.False);
            });
        }

        string ToolOfTheFuture()
        {
            var tool = Path.Combine(shop.Project, "Tool.dll");
            File.WriteAllText(Path.ChangeExtension(tool, ".runtimeconfig.json"), """{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "99.0.0" } } }""");
            File.Copy(typeof(PublishingTests).Assembly.Location, tool);
            return tool;
        }
    }

    /// <summary>Returns the names and contents of the assemblies and symbols that were published.</summary>
    private static Dictionary<string, string> Files(Publication published) => Directory.GetFiles(published.Folder)
        .Where(file => Path.GetExtension(file) is ".dll" or ".pdb")
        .ToDictionary(file => Path.GetFileName(file)!, file => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file))));
}
