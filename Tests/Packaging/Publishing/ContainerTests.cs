using System.Formats.Tar;
using System.IO.Compression;

namespace Tests.Packaging.Publishing;

/// <summary>Tests that a published container has the woven assemblies.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class ContainerTests
{
    [Test]
    public void A_container_has_what_was_woven()
    {
        using var registry = new BaseImageRegistry();
        var shop = new PublishedShop();
        var archive = Path.Combine(Packed.NewFolder(), "image.tar");

        var published = shop.Publish(
            "container", "-p:PooledAwaitPublish=Packages", "-t:PublishContainer", $"-p:ContainerBaseImage={registry.Image}", $"-p:ContainerArchiveOutputPath={archive}");

        Assert.That(published.Woven, Is.EqualTo(4), published.Output);
        var program = published with { Folder = Path.Combine(Unpacked(archive), "app") };
        Assert.That(WeavingEvidence.IsWoven(program.File("Orders.dll")), Is.True);
        Assert.That(program.Run().Bytes["library"], Is.Zero);
    }

    /// <summary>Unpacks all layers of an image into one folder.</summary>
    private static string Unpacked(string archive)
    {
        var image = Packed.NewFolder();
        var files = Packed.NewFolder();
        TarFile.ExtractToDirectory(archive, image, overwriteFiles: true);
        foreach (var layer in Directory.GetFiles(image, "*.tar*", SearchOption.AllDirectories))
        {
            using var file = File.OpenRead(layer);
            using var tar = new GZipStream(file, CompressionMode.Decompress);
            TarFile.ExtractToDirectory(tar, files, overwriteFiles: true);
        }

        return files;
    }
}
