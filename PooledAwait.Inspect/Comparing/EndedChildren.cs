using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Comparing;

/// <summary>
/// The total processor time of the programs that this tool started, once they have ended. For ended processes, Linux and macOS keep only this sum. The sum
/// includes a program's own children if the program has waited for them.
/// </summary>
internal static class EndedChildren
{
    private const int RusageChildren = -1;

    /// <summary>The length of <c>struct rusage</c> in <c>long</c>s: two durations of two <c>long</c>s each, and fourteen numbers that nobody reads.</summary>
    private const int ResourceUsageLength = 18;

    /// <summary>The sum; null on Windows, which keeps the time of each process while a handle to the process is open.</summary>
    public static TimeSpan? ProcessorTime
    {
        get
        {
            var usage = new nint[ResourceUsageLength];
            return OperatingSystem.IsWindows() || GetResourceUsage(RusageChildren, usage) != 0 ? null : Time(usage[0], usage[1]) + Time(usage[2], usage[3]);

            // On macOS, the microseconds have four bytes, followed by four unused bytes.
            static TimeSpan Time(nint seconds, nint microseconds) => TimeSpan.FromSeconds(seconds) + TimeSpan.FromMicroseconds((int)microseconds);
        }
    }

    [DllImport("libc", EntryPoint = "getrusage")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetResourceUsage(int who, [Out] nint[] usage);
}
