namespace Tests.RealAssemblies;

/// <summary>
/// Weaves some of the assemblies that the command <c>dotnet run -c Release --project Tests -- real-assemblies</c> weaves. These tests weave each assembly by
/// itself.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class RealAssemblyTests
{
    private static readonly string[] s_names =
    [
        // These three assemblies are woven only if POOLEDAWAIT_WHOLE=1 is set.
        .. Extent.IsWhole ? ["System.Net.Http.dll", "System.Text.Json.dll", "StackExchange.Redis.dll"] : (string[])[],
        "System.Net.Security.dll",
        "System.Threading.Tasks.Dataflow.dll",
        "Microsoft.AspNetCore.Server.Kestrel.Core.dll",
        "dotnet-watch.dll",
        "Polly.Core.dll",
        "Npgsql.dll",
    ];

    [TestCaseSource(nameof(s_names))]
    public void Are_woven_and_no_worse_than_before(string name)
    {
        if (AssemblySet.All.FirstOrDefault(set => set.Files.Any(file => Path.GetFileName(file) == name)) is not { } set)
        {
            // Only these assemblies may be missing. All others are in the runtime of this test, or in packages that the build has restored.
            Assert.That(name, Does.StartWith("Microsoft.AspNetCore.").Or.EqualTo("dotnet-watch.dll"));
            Assert.Ignore($"{name} is not on this machine.");
            return;
        }

        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        try
        {
            var file = WovenFile.Of(set.Files.Single(path => Path.GetFileName(path) == name), set.References);
            Verdict.Write([file], set, folder);
            var verdict = Verdict.Of(file, set, folder);
            Assert.Multiple(() =>
            {
                Assert.That(verdict.Broken, Is.Empty);
                Assert.That(file.Changed, Is.Positive);
                Assert.That(verdict.Compiled, Is.GreaterThan(100));
            });
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
