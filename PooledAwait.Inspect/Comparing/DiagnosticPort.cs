using System.Diagnostics;
using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;

namespace PooledAwait.Inspect.Comparing;

/// <summary>Uses the diagnostics port of a program that this tool starts.</summary>
internal static class DiagnosticPort
{
    private const string Suspend = "DOTNET_DefaultDiagnosticPortSuspend";

    // The runtime reads each switch under two prefixes. The first one wins.
    private static readonly string[] s_prefixes = ["DOTNET_", "COMPlus_"];
    private static readonly string[] s_switches = ["EnableDiagnostics", "EnableDiagnostics_IPC"];
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_timeToEnd = TimeSpan.FromSeconds(10);

    /// <summary>Makes the program open its port, even if the environment variables of this process forbid it.</summary>
    /// <param name="start">The start information of the program; its environment variables are changed.</param>
    /// <param name="isSuspended">Whether the runtime waits for <see cref="Resume"/> before it runs any code of the program.</param>
    public static void Open(ProcessStartInfo start, bool isSuspended)
    {
        foreach (var name in s_switches.Where(name => s_prefixes.Any(prefix => start.Environment.ContainsKey(prefix + name))))
        {
            start.Environment[s_prefixes[0] + name] = "1";
        }

        if (isSuspended)
        {
            start.Environment[Suspend] = "1";
        }
    }

    /// <summary>Starts to listen to a program as soon as its port exists.</summary>
    /// <param name="program">The program.</param>
    /// <param name="countsAtOnce">Whether the trace counts from its start. If not, the trace counts from a call of its <c>Begin</c>.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>The trace; null if the program ended before the trace could start.</returns>
    /// <exception cref="InputException">The program has no port, or its runtime is older than .NET 8.</exception>
    public static async Task<RuntimeTrace?> ListenAsync(ChildProgram program, bool countsAtOnce, CancellationToken cancellation)
    {
        var client = new DiagnosticsClient(program.Id);
        for (var clock = Stopwatch.StartNew(); !program.HasExited;)
        {
            try
            {
                return await RuntimeTrace.StartAsync(client, countsAtOnce, cancellation);
            }
            catch (Exception exception) when (IsNotThere(exception) && clock.Elapsed < s_patience)
            {
                await Task.Delay(10, cancellation);
            }
            catch (Exception exception) when (IsNotThere(exception))
            {
                throw new InputException("The program has no diagnostics port: it is not a .NET program, or its runtimeconfig.json switches the port off.");
            }
            catch (UnsupportedCommandException)
            {
                throw new InputException("The program runs on a runtime older than .NET 8, which cannot be measured from outside in this way.");
            }
            catch (Exception exception) when (exception is IOException or ServerErrorException)
            {
                // A runtime that is about to end also causes these exceptions.
                if (!await EndsAsync(program, cancellation))
                {
                    throw;
                }

                return null;
            }
        }

        return null;
    }

    private static async Task<bool> EndsAsync(ChildProgram program, CancellationToken cancellation)
    {
        try
        {
            await program.WaitForExitAsync(cancellation).WaitAsync(s_timeToEnd, cancellation);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    // If the socket closes at the wrong moment, the client throws SocketException in place of ServerNotAvailableException.
    private static bool IsNotThere(Exception exception) => exception is ServerNotAvailableException or SocketException;

    /// <summary>
    /// Lets a suspended program run. Before that, removes the variable <c>DOTNET_DefaultDiagnosticPortSuspend</c> from the program's environment. Otherwise,
    /// child programs would inherit the variable and start suspended.
    /// </summary>
    public static void Resume(ChildProgram program)
    {
        var client = new DiagnosticsClient(program.Id);
        client.SetEnvironmentVariable(Suspend, null);
        client.ResumeRuntime();
    }
}
