using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>The system calls that stop a process on Linux. Only the thread that seized another thread may control the seized thread.</summary>
internal static class Ptrace
{
    public const int NoSuchProcess = 3;
    public const int NotPermitted = 1;

    private const int SeizeRequest = 0x4206;
    private const int InterruptRequest = 0x4207;
    private const int DetachRequest = 17;
    private const int EvenIfNoChild = 0x40000000;
    private const int WithoutWaiting = 1;

    /// <summary>The event that the system reports if <see cref="Interrupt"/>, not a signal, has stopped the thread.</summary>
    private const int InterruptedEvent = 128;

    /// <summary>
    /// Seizes a thread without stopping it. Whenever and however this tool ends, the system releases the thread, and the thread runs on. (After PTRACE_ATTACH,
    /// the thread would stay stopped.)
    /// </summary>
    /// <returns>0, or the error number.</returns>
    public static int Seize(int thread) => Result(Call(SeizeRequest, thread, 0, 0));

    public static int Interrupt(int thread) => Result(Call(InterruptRequest, thread, 0, 0));

    /// <summary>Lets a thread run on.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="signal">The signal that stopped the thread and must still be delivered; 0 if there was none.</param>
    public static void Release(int thread, int signal) => _ = Call(DetachRequest, thread, 0, signal);

    /// <summary>Returns whether an interrupted thread has stopped or ended.</summary>
    /// <param name="thread">The thread.</param>
    /// <param name="signal">The signal to deliver when the thread runs on. (The runtime suspends its threads with signals.)</param>
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
