using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Tests;

/// <summary>
/// The compiler that the builds of a test run share: a server of their own, which the first of them starts. So it is warm for all others, and nobody
/// else's is ended with it when the run ends.
/// </summary>
internal static class CompilerServer
{
    private static readonly Lazy<string> s_name = new(() =>
    {
        AppDomain.CurrentDomain.ProcessExit += static (_, _) => End();
        return $"PooledAwait.Tests.{Environment.ProcessId}";
    });

    /// <summary>What a build has to be told for <c>SharedCompilationId</c>.</summary>
    public static string Name => s_name.Value;

    /// <summary>Tells it to end, and does not wait for it; one that is told nothing ends by itself some minutes after the last build.</summary>
    private static void End()
    {
        var sdks = Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "sdk");
        var servers = Directory.Exists(sdks) ? Directory.GetDirectories(sdks).Select(sdk => Path.Combine(sdk, "Roslyn", "bincore", "VBCSCompiler.dll")) : [];
        foreach (var server in servers.Where(File.Exists))
        {
            using var process = Process.Start(new ProcessStartInfo(Dotnet.Host, ["exec", server, $"-pipename:{Name}", "-shutdown"])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            });
        }
    }
}
