using System.Runtime.InteropServices;
using PooledAwait.Inspect.Files;
using Tests.Inspect;
using Tests.RealAssemblies;
using Tests.Verification;

namespace Tests.Together;

/// <summary>
/// Weaves the built programs of Samples together with all their packages. The code of each assembly still follows the rules for verifiable code, including the
/// rules for access to other assemblies' members. The JIT can compile the code.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class RealProgramTests
{
    private static IEnumerable<string> Programs => Extent.IsWhole ? ["Layers", "PackageWork"] : ["Layers"];

    [TestCaseSource(nameof(Programs))]
    public void Are_sound_woven_together(string program)
    {
        using var folder = new TemporaryFolder();
        var built = Repository.PathOf("Samples", program, "bin", Repository.Configuration, "net10.0");
        var (exitCode, _, error) = ToolRun.Run("weave", built, "-o", folder.FullName, "--together");
        Assert.That(exitCode, Is.Zero, error);

        var before = References(built);
        var after = References(folder.FullName);
        var changed = Input.Find(built).AsProgram().Assemblies.Select(Path.GetFileName).Where(name => !IsSame(Path.Combine(built, name!), folder.PathOf(name!))).ToList();
        Assert.That(changed, Has.Count.GreaterThan(5));
        Assert.Multiple(() =>
        {
            foreach (var name in changed)
            {
                var woven = folder.PathOf(name!);
                Assert.That(WeaverCheck.Of(woven, after).NewSince(WeaverCheck.Of(Path.Combine(built, name!), before)), Is.Empty, name);
                var (jit, notWoven) = (JitProcess.Compile(woven, [folder.FullName], Frameworks), JitProcess.Compile(Path.Combine(built, name!), [built], Frameworks));
                Assert.That(jit.Crash, Is.EqualTo(notWoven.Crash), name);
                Assert.That(jit.Failures, Is.EqualTo(notWoven.Failures), name);
                Assert.That(jit.Compiled, Is.GreaterThanOrEqualTo(notWoven.Compiled), name);
            }
        });
    }

    private static IEnumerable<string> Frameworks => [.. PooledAwait.Inspect.Files.Frameworks.SharedAssemblies.Select(path => Path.GetDirectoryName(path)!).Distinct()];

    private static IReadOnlyList<string> References(string folder) =>
    [
        .. Directory.GetFiles(folder, "*.dll"), .. PooledAwait.Inspect.Files.Frameworks.SharedAssemblies, .. Directory.GetFiles(RuntimeEnvironment.GetRuntimeDirectory(), "*.dll"),
    ];

    private static bool IsSame(string one, string other) => File.ReadAllBytes(one).AsSpan().SequenceEqual(File.ReadAllBytes(other));
}
