using System.Text.Json.Nodes;
using Microsoft.CodeAnalysis;

namespace Tests.Inspect.Stacks.RuntimeAsync;

/// <summary>
/// A dump lacks the constants of precompiled code, so the tool reads them from the assembly's file. If this file is missing, the tree is still complete, but
/// calls of the assembly's methods have no names.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public static class MissingFileTests
{
    private const string Library = "System.Net.Http.dll";

    private const string Code = """
        using System;
        using System.Net;
        using System.Net.Http;
        using System.Net.Sockets;
        using System.Threading;
        using System.Threading.Tasks;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        namespace Night;

        public static class App
        {
            public static void Main()
            {
                var silent = new TcpListener(IPAddress.Loopback, 0);
                silent.Start();
                using var client = new HttpClient { Timeout = Timeout.InfiniteTimeSpan };
                var call = Ask(client, $"http://{silent.LocalEndpoint}/");
                using var connection = silent.AcceptSocket();
                connection.Receive(new byte[1]);
                Thread.Sleep(500);
                Console.WriteLine("ready");
                Console.ReadLine();
                GC.KeepAlive(call);
            }

            private static async Task<string> Ask(HttpClient client, string address) => await client.GetStringAsync(address);
        }
        """;

    [Test]
    public static void Calls_have_no_names_but_their_places_in_the_tree()
    {
        using var run = new ToolRun();
        var host = LinkedHost(run.PathOf("runtime"));
        var assembly = run.Compile("App", Code, kind: OutputKind.ConsoleApplication);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("11.0.0"));
        using var program = RunningProgram.Start(host, assembly);
        var dump = run.PathOf("process.dmp");
        var (rows, notes) = Look($"{program.Id}", "--dump", dump);

        File.Delete(Directory.EnumerateFiles(Path.GetDirectoryName(host)!, Library, SearchOption.AllDirectories).Single());
        var (rowsLater, notesLater) = Look(dump);

        Assert.Multiple(() =>
        {
            Assert.That(rows, Has.Some.EqualTo("call System.Net.Http.HttpConnection.SendAsync").And.None.EqualTo("call ?"));
            Assert.That(rows[^1], Does.StartWith("last socket"));
            Assert.That(rowsLater, Has.Some.EqualTo("call ?").And.Some.EqualTo("call Night.App.Ask").And.None.Contains("System.Net.Http.HttpConnection."));
            Assert.That(rowsLater[^1], Is.EqualTo(rows[^1]));
            Assert.That(rowsLater, Has.Count.GreaterThanOrEqualTo(rows.Count));
            Assert.That(notesLater, Is.EqualTo(notes + 1));
        });
    }

    private static (IReadOnlyList<string> Rows, int Notes) Look(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", .. arguments, "--json"]);
        Assert.That(exitCode, Is.Zero, error);
        var answer = JsonNode.Parse(output)!;
        return ([.. CallPaths.Rows(answer["trees"]!).Select(row => $"{row["kind"]} {row["text"]}")], answer["notes"]!.AsArray().Count);
    }

    /// <summary>
    /// Makes a runtime whose files are links. Copies only the library that the test deletes, and the host's files and libcoreclr, which look for other files in
    /// their own folder.
    /// </summary>
    private static string LinkedHost(string folder)
    {
        var original = Path.GetDirectoryName(Hosts.Of(11))!;
        foreach (var file in Directory.EnumerateFiles(original, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(folder, Path.GetRelativePath(original, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            if (Path.GetFileName(file) is Library or "dotnet" or "libhostfxr.so" or "libhostpolicy.so" or "libcoreclr.so")
            {
                File.Copy(file, copy);
            }
            else
            {
                File.CreateSymbolicLink(copy, file);
            }
        }

        return Path.Combine(folder, "dotnet");
    }
}
