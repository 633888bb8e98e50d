using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Comparing;

/// <summary>
/// The processor time of all programs that this tool has started and that have ended. Once a process has ended, Linux and macOS keep only this sum. It includes a program's own children if the
/// program has waited for them.
/// </summary>
internal static class EndedChildren
{
    private const int RusageChildren = -1;

    /// <summary>The length of <c>struct rusage</c> in <c>long</c>s: two times of two <c>long</c>s each, and fourteen numbers that are not read here.</summary>
    private const int ResourceUsageLength = 18;

    /// <summary>Null on Windows, which keeps the time of each process as long as a handle to it is open.</summary>
    public static TimeSpan? ProcessorTime
    {
        get
        {
            var usage = new nint[ResourceUsageLength];
            return OperatingSystem.IsWindows() || GetResourceUsage(RusageChildren, usage) != 0 ? null : Time(usage[0], usage[1]) + Time(usage[2], usage[3]);

            // On macOS, the microseconds have four bytes, followed by four unused ones.
            static TimeSpan Time(nint seconds, nint microseconds) => TimeSpan.FromSeconds(seconds) + TimeSpan.FromMicroseconds((int)microseconds);
        }
    }

    [DllImport("libc", EntryPoint = "getrusage")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetResourceUsage(int who, [Out] nint[] usage);
}
