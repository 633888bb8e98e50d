using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Comparing;

/// <summary>
/// What the programs that were started here, and that have ended, took together. Linux and macOS forget a process when it has ended; only this sum
/// stays. A program's own children are in it where the program has waited for them.
/// </summary>
internal static class EndedChildren
{
    private const int RusageChildren = -1;

    /// <summary>Of <c>struct rusage</c> in <c>long</c>s: two times of two, and fourteen numbers that nothing reads here.</summary>
    private const int ResourceUsageLength = 18;

    /// <summary>Null on Windows, which remembers each process as long as somebody holds it.</summary>
    public static TimeSpan? ProcessorTime
    {
        get
        {
            var usage = new nint[ResourceUsageLength];
            return OperatingSystem.IsWindows() || GetResourceUsage(RusageChildren, usage) != 0 ? null : Time(usage[0], usage[1]) + Time(usage[2], usage[3]);

            // The microseconds have four bytes on macOS, and four unused ones follow.
            static TimeSpan Time(nint seconds, nint microseconds) => TimeSpan.FromSeconds(seconds) + TimeSpan.FromMicroseconds((int)microseconds);
        }
    }

    [DllImport("libc", EntryPoint = "getrusage")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetResourceUsage(int who, [Out] nint[] usage);
}
