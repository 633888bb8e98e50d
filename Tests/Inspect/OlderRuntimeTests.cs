using System.Text.Json.Nodes;
using Microsoft.CodeAnalysis;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Inspect;

/// <summary>
/// Weaves a program as if an older version of the tool had woven the program before: the program refers to an older PooledAwait.Runtime, and its folder
/// contains that version. The output folder gets the library that the newly woven code calls.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class OlderRuntimeTests
{
    private const string Manifest = "App.deps.json";
    private const string Runtime = "PooledAwait.Runtime";
    private static readonly Version s_older = new(1, 0, 0, 0);
    private static readonly Version s_own = new($"{Repository.Version}.0");

    [Test]
    public void It_gets_the_tools_own_library([Values] bool together)
    {
        using var run = Woven(s_older);

        var (exitCode, _, error) = ToolRun.Run(["weave", run.PathOf("in"), "-o", run.PathOf("out"), .. together ? (string[])["--together"] : []]);

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(VersionOf(run.PathOf("out", $"{Runtime}.dll")), Is.EqualTo(s_own));
        Assert.That(ReferenceIn(run.PathOf("out", "App.dll")), Is.EqualTo(s_own), "It calls what the older one lacks.");
        Assert.That(File.ReadAllText(run.PathOf("out", Manifest)), Does.Not.Contain("1.0.0.0"));
        var manifest = JsonNode.Parse(File.ReadAllText(run.PathOf("out", Manifest)))!;
        var target = manifest["targets"]![".NETCoreApp,Version=v10.0"]!;
        Assert.That(target[$"{Runtime}/{Repository.Version}"]!["runtime"]![$"{Runtime}.dll"]!["assemblyVersion"]!.GetValue<string>(), Is.EqualTo(s_own.ToString()));
        Assert.That(target["App/3.0.0"]!["dependencies"]![Runtime]!.GetValue<string>(), Is.EqualTo(Repository.Version));
        Assert.That(target.AsObject().Count + manifest["libraries"]!.AsObject().Count, Is.EqualTo(4), "of the library one version");
        Assert.That(Dotnet.Run(run.Folder, run.PathOf("out", "App.dll")).Trim(), Is.EqualTo($"5 {s_own}"));
    }

    [Test]
    public void It_keeps_a_library_that_is_newer_than_the_tool()
    {
        var newer = new Version(99, 0, 0, 0);
        using var run = Woven(newer);

        var (exitCode, _, error) = ToolRun.Run("weave", run.PathOf("in"), "-o", run.PathOf("out"));

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(VersionOf(run.PathOf("out", $"{Runtime}.dll")), Is.EqualTo(newer));
        Assert.That(File.ReadAllBytes(run.PathOf("out", Manifest)), Is.EqualTo(File.ReadAllBytes(run.PathOf("in", Manifest))));
    }

    [Test]
    public void It_keeps_its_library_where_nothing_is_woven()
    {
        using var run = Woven(s_older);

        var (exitCode, _, error) = ToolRun.Run("weave", run.PathOf("in"), "-o", run.PathOf("out"), "--exclude", "Program");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(run.Files("out").Where(file => !File.ReadAllBytes(run.PathOf("out", file)).SequenceEqual(File.ReadAllBytes(run.PathOf("in", file)))), Is.Empty);
    }

    [Test]
    public void A_library_that_the_user_names_is_refused_where_it_is_older()
    {
        using var run = Woven(s_older);

        var (exitCode, _, error) = ToolRun.Run("weave", run.PathOf("in"), "-o", run.PathOf("out"), "--reference", run.PathOf("in", $"{Runtime}.dll"));

        Assert.That(exitCode, Is.EqualTo(1));
        Assert.That(error, Does.EndWith($"PooledAwait: {Runtime} 1.0.0.0 is older than PooledAwait.Fody {s_own}. Use the same version of both packages.\n"));
    }

    /// <summary>The woven program must fail as soon as it loads the older library, and not later, at a woven call that needs a missing member.</summary>
    [Test]
    public void A_program_that_loads_the_older_library_fails_where_it_loads_it()
    {
        using var run = Woven(s_older);
        Assert.That(ToolRun.Run("weave", run.PathOf("in"), "-o", run.PathOf("out")).ExitCode, Is.Zero);
        File.Copy(run.PathOf("in", $"{Runtime}.dll"), run.PathOf("out", $"{Runtime}.dll"), overwrite: true);

        var (exitCode, output) = Dotnet.TryRun(run.Folder, run.PathOf("out", "App.dll"));

        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(output, Does.Contain($"Could not load file or assembly '{Runtime}, Version={s_own}"));
    }

    /// <summary>Makes a program that refers to the given version of PooledAwait.Runtime. The program's async methods are not woven.</summary>
    private static ToolRun Woven(Version version)
    {
        var run = new ToolRun();
        var program = run.Compile("App", """
            using System;
            using System.Threading.Tasks;

            public static class Program
            {
                public static async Task Main() => Console.WriteLine($"{await SumAsync(2)} {typeof(PooledAwait.PooledAwaitAttribute).Assembly.GetName().Version}");

                private static async ValueTask<int> SumAsync(int number) { await Task.Yield(); return number + await CountAsync(3); }

                private static async Task<int> CountAsync(int number) { await Task.Yield(); return number; }
            }
            """, kind: OutputKind.ConsoleApplication);
        using (var module = ModuleDefinition.ReadModule(program, new ReaderParameters { InMemory = true, ReadSymbols = true }))
        {
            module.AssemblyReferences.Single(reference => reference.Name == Runtime).Version = version;
            module.Write(program, new WriterParameters { WriteSymbols = true });
        }

        using (var module = ModuleDefinition.ReadModule(References.Runtime("net10.0")))
        {
            module.Assembly.Name.Version = version;
            module.Write(run.PathOf("in", $"{Runtime}.dll"));
        }

        File.WriteAllText(run.PathOf("in", "App.runtimeconfig.json"), """
            { "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" } } }
            """);
        File.WriteAllText(run.PathOf("in", Manifest), $$"""
            {
              "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0", "signature": "" },
              "targets": {
                ".NETCoreApp,Version=v10.0": {
                  "App/3.0.0": { "dependencies": { "{{Runtime}}": "{{version.ToString(3)}}" }, "runtime": { "App.dll": {} } },
                  "{{Runtime}}/{{version.ToString(3)}}": {
                    "runtime": { "lib/net10.0/{{Runtime}}.dll": { "assemblyVersion": "{{version}}", "fileVersion": "{{version}}" } }
                  }
                }
              },
              "libraries": {
                "App/3.0.0": { "type": "project", "serviceable": false, "sha512": "" },
                "{{Runtime}}/{{version.ToString(3)}}": { "type": "package", "serviceable": true, "sha512": "sha512-AA==", "path": "pooledawait.runtime/{{version.ToString(3)}}" }
              }
            }
            """);
        return run;
    }

    private static Version VersionOf(string assembly) => System.Reflection.AssemblyName.GetAssemblyName(assembly).Version!;

    private static Version ReferenceIn(string assembly)
    {
        using var module = ModuleDefinition.ReadModule(assembly);
        return module.AssemblyReferences.Single(reference => reference.Name == Runtime).Version;
    }
}
