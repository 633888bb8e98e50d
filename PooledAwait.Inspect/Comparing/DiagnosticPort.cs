using System.Diagnostics;
using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;

namespace PooledAwait.Inspect.Comparing;

/// <summary>The diagnostics port of a program that is started here.</summary>
internal static class DiagnosticPort
{
    private const string Suspend = "DOTNET_DefaultDiagnosticPortSuspend";

    private static readonly string[] s_switches = ["DOTNET_EnableDiagnostics", "DOTNET_EnableDiagnostics_IPC"];
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan s_timeToEnd = TimeSpan.FromSeconds(10);

    /// <summary>Has the program's port opened, whatever the variables of this process say.</summary>
    /// <param name="start">How it is started.</param>
    /// <param name="isSuspended">Whether its runtime waits, before any code of the program, until it is told to go on.</param>
    public static void Open(ProcessStartInfo start, bool isSuspended)
    {
        foreach (var name in s_switches.Where(start.Environment.ContainsKey))
        {
            start.Environment[name] = "1";
        }

        if (isSuspended)
        {
            start.Environment[Suspend] = "1";
        }
    }

    /// <summary>Listens to a program as soon as its port is there.</summary>
    /// <param name="program">The program.</param>
    /// <param name="countsAtOnce">Whether everything counts from the first moment on.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>Null where the program has ended before.</returns>
    /// <exception cref="InputException">It has no port, or not the one of .NET 8 or newer.</exception>
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
                // A runtime that is about to end answers so, too.
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

    // Of a socket that is closed at this moment the client tells what the system tells it.
    private static bool IsNotThere(Exception exception) => exception is ServerNotAvailableException or SocketException;

    /// <summary>Lets a suspended program run, which shall not suspend the programs that it starts.</summary>
    public static void Resume(ChildProgram program)
    {
        var client = new DiagnosticsClient(program.Id);
        client.SetEnvironmentVariable(Suspend, null);
        client.ResumeRuntime();
    }
}
