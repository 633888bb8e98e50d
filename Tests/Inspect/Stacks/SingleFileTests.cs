using System.Security.Cryptography;
using PooledAwait.Inspect.Stacks.Naming;

namespace Tests.Inspect.Stacks;

/// <summary>
/// If the list of assemblies in a single-file program has impossible values, the reader refuses the list, and allocates no memory for the assemblies.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public static class SingleFileTests
{
    private const string Assembly = "App.dll";

    [Test]
    public static void An_assembly_is_read() => Assert.That(Open(1, 0, 3, 0), Is.EqualTo(3));

    [TestCase(1, long.MaxValue, 3, 0, TestName = "A_start_behind_the_end")]
    [TestCase(1, -1, 3, 0, TestName = "A_negative_start")]
    [TestCase(1, 0, 1L << 40, 0, TestName = "A_size_of_a_terabyte")]
    [TestCase(1, 0, -1, 0, TestName = "A_negative_size")]
    [TestCase(1, 0, int.MaxValue, 1, TestName = "More_than_can_be_compressed")]
    [TestCase(1, 0, 3, 1L << 40, TestName = "A_compressed_size_of_a_terabyte")]
    [TestCase(1, 0, 3, -1, TestName = "A_negative_compressed_size")]
    [TestCase(1, 0, 3, 3, TestName = "What_is_not_compressed_at_all")]
    [TestCase(int.MaxValue, 0, 3, 0, "Other.dll", TestName = "More_assemblies_than_there_are")]
    public static void A_list_that_lies_is_refused(int count, long start, long size, long compressed, string name = Assembly)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(() => Open(count, start, size, compressed, name), Throws.TypeOf<InvalidDataException>());
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(10_000_000));
    }

    [Test]
    public static void A_name_without_end_is_refused() => Assert.That(() => Open(1, 0, 3, 0, new string('a', 5000)), Throws.TypeOf<InvalidDataException>());

    [Test]
    public static void A_list_outside_the_file_is_none()
    {
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("app");
        File.WriteAllBytes(file, [.. BitConverter.GetBytes(long.MaxValue), .. SHA256.HashData(".net core bundle\n"u8)]);
        Assert.That(SingleFile.Is(file), Is.False);
    }

    /// <returns>The length of the assembly.</returns>
    private static long? Open(int count, long start, long size, long compressed, string name = Assembly)
    {
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("app");
        using (var writer = new BinaryWriter(File.Create(file)))
        {
            writer.Write("MZ."u8);
            var place = writer.BaseStream.Position;
            writer.Write(0L);
            writer.Write(SHA256.HashData(".net core bundle\n"u8));
            var list = writer.BaseStream.Position;
            writer.Write(6U);
            writer.Write(0U);
            writer.Write(count);
            writer.Write("which");
            writer.Write(new byte[5 * sizeof(long)]);
            writer.Write(start);
            writer.Write(size);
            writer.Write(compressed);
            writer.Write((byte)1);
            writer.Write(name);
            writer.BaseStream.Position = place;
            writer.Write(list);
        }

        using var assembly = SingleFile.OpenAssembly(file, Assembly);
        return assembly?.Length;
    }
}
