using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Comparing;

/// <summary>A program that this tool has started. Disposing of this object ends the program.</summary>
internal sealed class ChildProgram : IAsyncDisposable
{
    private const int SigTerm = 15;

    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_timeToEnd = TimeSpan.FromSeconds(10);

    private readonly Process _process;
    private readonly Task _exited;

    private ChildProgram(Process process)
    {
        _process = process;
        _exited = process.WaitForExitAsync();
    }

    public int Id => _process.Id;

    public CapturedLines Output { get; } = new();

    public CapturedLines Errors { get; } = new();

    /// <summary>The program's processor time at the last reading.</summary>
    public TimeSpan ProcessorTime { get; private set; }

    public bool HasExited => _exited.IsCompleted;

    /// <summary>The exit code; only available after the program has exited.</summary>
    public int ExitCode => _process.ExitCode;

    /// <exception cref="InputException">The program cannot be started.</exception>
    public static ChildProgram Start(ProcessStartInfo start)
    {
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        var process = new Process { StartInfo = start };
        try
        {
            process.Start();
        }
        catch (Win32Exception exception)
        {
            process.Dispose();
            throw new InputException($"'{start.FileName}' cannot be started: {exception.Message}");
        }

        var child = new ChildProgram(process);
        child.Read();
        return child;
    }

    /// <summary>Closes the program's standard input.</summary>
    public void EndInput() => _process.StandardInput.Close();

    /// <summary>Waits until the program has ended and all its output is read.</summary>
    public async Task WaitForExitAsync(CancellationToken cancellation)
    {
        await _exited.WaitAsync(cancellation);
        ReadProcessorTime();
    }

    /// <summary>Waits until the program has printed a text to either output, or has ended.</summary>
    public async Task WaitForTextAsync(string text, CancellationToken cancellation)
    {
        while (!HasExited && !Output.First.Concat(Errors.First).Any(line => line.Contains(text, StringComparison.Ordinal)))
        {
            await Task.Delay(s_interval, cancellation);
        }
    }

    public void ReadProcessorTime()
    {
        try
        {
            ProcessorTime = _process.TotalProcessorTime;
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            // The program has ended, so keep the last value. (Only Windows still reports the time of a program that has ended.)
        }
    }

    /// <summary>Asks the program to end, as a service manager would. If it does not end, kills it.</summary>
    /// <returns>Whether the program ended by itself.</returns>
    public async Task<bool> EndAsync(CancellationToken cancellation)
    {
        // Windows has no SIGTERM, so there the program is killed.
        if (!OperatingSystem.IsWindows() && !HasExited && Kill(Id, SigTerm) == 0)
        {
            await Task.WhenAny(_exited, Task.Delay(s_timeToEnd, cancellation));
            cancellation.ThrowIfCancellationRequested();
        }

        var hasEnded = HasExited;
        await DestroyAsync();
        return hasEnded;
    }

    public async ValueTask DisposeAsync()
    {
        await DestroyAsync();
        _process.Dispose();
    }

    [DllImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Kill(int process, int signal);

    private void Read()
    {
        _process.OutputDataReceived += (_, line) => Add(Output, line.Data);
        _process.ErrorDataReceived += (_, line) => Add(Errors, line.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();

        static void Add(CapturedLines lines, string? line)
        {
            if (line != null)
            {
                lines.Add(line);
            }
        }
    }

    private async Task DestroyAsync()
    {
        if (!HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await Task.WhenAny(_exited, Task.Delay(s_timeToEnd));
        }
    }
}
