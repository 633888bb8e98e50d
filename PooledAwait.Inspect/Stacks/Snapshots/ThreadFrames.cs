using System.Diagnostics;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The managed methods on the stack of a thread, the called first.</summary>
/// <param name="Thread">The system's number of the thread.</param>
/// <param name="Frames">Each method: its type's name, and its own.</param>
internal sealed record ThreadFrames(uint Thread, IReadOnlyList<(string Type, string Method)> Frames)
{
    private const int MostFrames = 200;

    /// <summary>A process with thousands of threads is not kept waiting for all of them.</summary>
    private static readonly TimeSpan s_mostTime = TimeSpan.FromMilliseconds(250);

    public static IReadOnlyList<ThreadFrames> Read(ClrRuntime runtime)
    {
        var clock = Stopwatch.StartNew();
        return
        [
            .. runtime.Threads.Where(thread => thread.IsAlive).TakeWhile(_ => clock.Elapsed < s_mostTime)
                .Select(thread => new ThreadFrames(
                    thread.OSThreadId,
                    [
                        .. thread.EnumerateStackTrace(includeContext: false, maxFrames: MostFrames)
                            .Select(frame => frame.Method).OfType<ClrMethod>().Select(method => (method.Type?.Name ?? "", method.Name ?? "")),
                    ])),
        ];
    }
}
