using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>The system calls that stop a process of Linux. What they do to a thread belongs to the thread that calls them.</summary>
internal static class Ptrace
{
    public const int NoSuchProcess = 3;
    public const int NotPermitted = 1;

    private const int SeizeRequest = 0x4206;
    private const int InterruptRequest = 0x4207;
    private const int DetachRequest = 17;
    private const int EvenIfNoChild = 0x40000000;
    private const int WithoutWaiting = 1;

    /// <summary>What a thread reports that was interrupted, and not stopped by a signal.</summary>
    private const int InterruptedEvent = 128;

    /// <summary>
    /// Takes hold of a thread without stopping it. Where this process ends, in whatever way, the system lets go of the thread and it runs on; one that PTRACE_ATTACH has stopped would stay so.
    /// </summary>
    /// <returns>0, or the error.</returns>
    public static int Seize(int thread) => Result(Call(SeizeRequest, thread, 0, 0));

    public static int Interrupt(int thread) => Result(Call(InterruptRequest, thread, 0, 0));

    /// <summary>Lets a thread run on.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="signal">A signal that stopped it before it was delivered; 0 where there was none.</param>
    public static void Release(int thread, int signal) => _ = Call(DetachRequest, thread, 0, signal);

    /// <summary>Whether a thread that was interrupted has stopped, or is gone.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="signal">The signal to be delivered when it runs on: the runtime suspends its threads by some.</param>
    /// <param name="isGone">Whether the thread has ended.</param>
    public static bool HasStopped(int thread, out int signal, out bool isGone)
    {
        signal = 0;
        var waited = Wait(thread, out var status, EvenIfNoChild | WithoutWaiting);
        isGone = waited < 0 || (waited == thread && (status & 0xff) != 0x7f);
        if (waited == thread && !isGone && status >> 16 != InterruptedEvent)
        {
            signal = (status >> 8) & 0xff;
        }

        return waited == thread || isGone;
    }

    private static int Result(nint returned) => returned < 0 ? Marshal.GetLastPInvokeError() : 0;

    [DllImport("libc", EntryPoint = "ptrace", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint Call(nint request, nint thread, nint address, nint data);

    [DllImport("libc", EntryPoint = "waitpid", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Wait(int thread, out int status, int options);
}
