using Microsoft.CodeAnalysis;

namespace Tests.Inspect;

/// <summary>A program whose calls suspend, in a test's folder. The program's first argument determines what else it does.</summary>
internal static class ComparedProgramFolder
{
    public const int Calls = 100_000;

    private const string Code = """
        using System;
        using System.Diagnostics;
        using System.IO;
        using System.Linq;
        using System.Threading.Tasks;

        // From this attribute, the tool knows which build of the runtime library to bring.
        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        public static class Program
        {
            public static async Task<int> Main(string[] args)
            {
                switch (args.FirstOrDefault())
                {
                    case "fail":
                        Console.Error.WriteLine("This always fails.");
                        return 3;
                    case "serve":
                        return await Serve(args[1], args.Length > 2 ? args[2] : "");
                }

                Console.WriteLine("sum " + await Sum());
                switch (args.FirstOrDefault())
                {
                    case "fail woven" when IsWoven:
                        throw new InvalidOperationException("This fails woven.");
                    case "print woven" when IsWoven:
                        Console.WriteLine("This is woven.");
                        break;
                    case "print time":
                        Console.WriteLine(Stopwatch.GetTimestamp());
                        Console.WriteLine("suspend: " + Environment.GetEnvironmentVariable("DOTNET_DefaultDiagnosticPortSuspend"));
                        break;
                    case "write figures":
                        File.AppendAllText(args[1], FormattableString.Invariant($"{GC.GetTotalAllocatedBytes(precise: true)} {Environment.CpuUsage.TotalTime.TotalMilliseconds}\n"));
                        break;
                }

                return 0;
            }

            private static bool IsWoven => AppDomain.CurrentDomain.GetAssemblies().Any(assembly => assembly.GetName().Name.StartsWith("PooledAwait"));

            private static async Task<int> Serve(string folder, string end)
            {
                Console.WriteLine("ready");
                while (end != "at once")
                {
                    await Task.Delay(10);
                    if (File.Exists(Path.Combine(folder, "go")))
                    {
                        await Sum();
                        File.Delete(Path.Combine(folder, "go"));
                    }
                }

                return 0;
            }

            private static async Task<int> Sum()
            {
                var sum = 0;
                for (var i = 0; i < 100_000; i++)
                {
                    sum += await Suspending(i);
                }

                return sum;
            }

            private static async ValueTask<int> Suspending(int i)
            {
                await Task.Yield();
                return i % 10;
            }
        }
        """;

    /// <summary>Compiles the program, and writes all files that belong beside its assembly.</summary>
    /// <returns>The assembly.</returns>
    public static string Compile(ToolRun run) => Compile(run, Code);

    /// <summary>Compiles another program under the same name.</summary>
    public static string Compile(ToolRun run, string code)
    {
        var assembly = run.Compile("App", code, kind: OutputKind.ConsoleApplication);
        File.WriteAllText(run.PathOf("in", "App.runtimeconfig.json"), """
            {
              "runtimeOptions": {
                "tfm": "net10.0",
                "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" },
                "configProperties": { "System.GC.Gen0MaxBudget": 1048576 }
              }
            }
            """);
        File.WriteAllText(run.PathOf("in", "App.deps.json"), """
            {
              "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0", "signature": "" },
              "targets": {
                ".NETCoreApp,Version=v10.0": {
                  "App/1.0.0": { "runtime": { "App.dll": {} } },
                  "Package/1.0.0": { "runtime": { "lib/net10.0/Package.dll": {} } },
                  "Library/1.0.0.0": { "runtime": { "Library.dll": {} } },
                  "Foreign/1.0.0.0": { "runtime": { "Foreign.dll": {} } }
                }
              },
              "libraries": {
                "App/1.0.0": { "type": "project", "serviceable": false, "sha512": "" },
                "Package/1.0.0": { "type": "package", "serviceable": false, "sha512": "" },
                "Library/1.0.0.0": { "type": "reference", "serviceable": false, "sha512": "" },
                "Foreign/1.0.0.0": { "type": "reference", "serviceable": false, "sha512": "" }
              }
            }
            """);
        run.Compile("Package", ToolRun.Code);
        return assembly;
    }
}
