using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Tests.WovenPackages.Servers;

/// <summary>A server on a free port of the loopback address, with its data in a temporary folder. Disposing this object ends the server.</summary>
internal sealed class LocalServer : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);

    private readonly Process _process;
    private readonly string _folder;
    private readonly Action<Process> _stop;
    private readonly StringBuilder _output = new();

    private LocalServer(ProcessStartInfo start, int port, string folder, Action<Process> stop)
    {
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        Port = port;
        _folder = folder;
        _stop = stop;
        _process = Process.Start(start)!;
        _process.OutputDataReceived += (_, line) => Append(line.Data);
        _process.ErrorDataReceived += (_, line) => Append(line.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        AppDomain.CurrentDomain.ProcessExit += OnProcessExit;
    }

    public int Port { get; }

    /// <summary>Starts a server and waits for it to answer.</summary>
    /// <param name="folder">The server's folder, which is deleted at the end.</param>
    /// <param name="command">Describes how to start the server on a port.</param>
    /// <param name="isReady">Returns whether the server answers on a port.</param>
    /// <param name="stop">Ends the server.</param>
    public static LocalServer Start(string folder, Func<int, ProcessStartInfo> command, Func<int, bool> isReady, Action<Process> stop)
    {
        // Tries several ports, because another process may take a port after it was found to be free.
        for (var attempts = 3; ; attempts--)
        {
            var port = FreePort();
            var server = new LocalServer(command(port), port, folder, stop);
            if (server.WaitUntil(isReady))
            {
                return server;
            }

            var output = server.End();
            if (attempts == 1)
            {
                Directory.Delete(folder, recursive: true);
                throw new InvalidOperationException($"The server did not start: {output}");
            }
        }
    }

    /// <summary>Returns a port of the loopback address on which no program listens.</summary>
    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    public void Dispose()
    {
        End();
        if (Directory.Exists(_folder))
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    private string End()
    {
        AppDomain.CurrentDomain.ProcessExit -= OnProcessExit;
        if (!_process.HasExited)
        {
            _stop(_process);
            if (!_process.WaitForExit(s_patience))
            {
                _process.Kill(entireProcessTree: true);
                _process.WaitForExit();
            }
        }

        lock (_output)
        {
            return _output.ToString();
        }
    }

    private void OnProcessExit(object? sender, EventArgs e) => Dispose();

    private bool WaitUntil(Func<int, bool> isReady)
    {
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < s_patience && !_process.HasExited; Thread.Sleep(50))
        {
            if (isReady(Port))
            {
                return true;
            }
        }

        return false;
    }

    private void Append(string? line)
    {
        lock (_output)
        {
            _output.AppendLine(line);
        }
    }
}
