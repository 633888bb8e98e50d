using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Tests;

/// <summary>
/// The compiler server that all builds of a test run share. The first build starts it, so the compiler is warm for later builds. No other program uses the
/// server's name. So the test run can stop this server without taking it away from another program.
/// </summary>
internal static class CompilerServer
{
    private static readonly Lazy<string> s_name = new(() =>
    {
        AppDomain.CurrentDomain.ProcessExit += static (_, _) => End();
        return $"PooledAwait.Tests.{Environment.ProcessId}";
    });

    /// <summary>The value of <c>SharedCompilationId</c> for a build.</summary>
    public static string Name => s_name.Value;

    /// <summary>
    /// Tells the server to stop, but does not wait until it has stopped. Otherwise the server would run for some more minutes after the last build.
    /// </summary>
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
