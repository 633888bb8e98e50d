using System.Reflection.PortableExecutable;

namespace Tests.Packaging.Publishing;

/// <summary>Publishes in each way, with the application, its library and a package woven. The program has the same results and allocates less.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class KindsOfPublishingTests
{
    private PublishedShop _shop = null!;
    private ShopRun _plain = null!;

    private static IEnumerable<KindOfPublishing> Kinds => KindOfPublishing.All.Take(Extent.IsWhole ? KindOfPublishing.All.Count : 2);

    [OneTimeSetUp]
    public void PublishUnwoven()
    {
        _shop = new PublishedShop();
        _plain = _shop.Publish("Plain", "-p:PooledAwaitEnabled=false").Run();
    }

    [TestCaseSource(nameof(Kinds))]
    public void Weaves_what_is_published(KindOfPublishing kind)
    {
        if (kind.Name == "Native" && !Linker.IsHere)
        {
            Assert.Ignore("There is no linker here.");
        }

        var published = _shop.Publish(kind.Name, ["-p:PooledAwaitPublish=Packages", .. kind.Arguments]);
        var run = published.Run();

        Assert.Multiple(() =>
        {
            Assert.That(run.Results, Is.EqualTo(_plain.Results));
            Assert.That(_plain.Bytes.Values, Has.Exactly(4).Items.And.All.Positive);
            foreach (var place in (string[])["application", "library", "both"])
            {
                Assert.That(run.Bytes[place], Is.Zero, place);
            }

            Assert.That(run.Bytes["package"], Is.LessThan(_plain.Bytes["package"] / 10));
        });
        if (kind.Form == PublishedForm.Program)
        {
            Assert.That(Directory.GetFiles(published.Folder, "*.dll"), Is.Empty);
            return;
        }

        foreach (var name in (string[])["Shop.dll", "Orders.dll", "Polly.Core.dll"])
        {
            Assert.That(WeavingEvidence.IsWoven(published.File(name)), Is.True, name);
            using var image = new PEReader(File.OpenRead(published.File(name)));
            Assert.That(image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size > 0, Is.EqualTo(kind.Form == PublishedForm.ReadyToRun), name);
        }

        // The program itself calls nothing in Polly.dll. If the trimmer has removed this file, the host must not search for it.
        Assert.That(File.ReadAllText(published.File("Shop.deps.json")).Contains("Polly.dll", StringComparison.Ordinal), Is.EqualTo(File.Exists(published.File("Polly.dll"))));
        Assert.That(File.Exists(published.File("Polly.dll")), Is.EqualTo(!kind.Arguments.Contains("-p:PublishTrimmed=true")));
    }
}
