using System.Diagnostics;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The managed methods on the stack of a thread, innermost first.</summary>
/// <param name="Thread">The thread's id in the operating system.</param>
/// <param name="Frames">The methods, each with the name of its type and its own name.</param>
internal sealed record ThreadFrames(uint Thread, IReadOnlyList<(string Type, string Method)> Frames)
{
    private const int MostFrames = 200;

    /// <param name="runtime">The runtime.</param>
    /// <param name="mostTime">The most time to spend; the threads that remain then are not read.</param>
    public static IReadOnlyList<ThreadFrames> Read(ClrRuntime runtime, TimeSpan mostTime)
    {
        var clock = Stopwatch.StartNew();
        return
        [
            .. runtime.Threads.Where(thread => thread.IsAlive).TakeWhile(_ => clock.Elapsed < mostTime)
                .Select(thread => new ThreadFrames(
                    thread.OSThreadId,
                    [
                        .. thread.EnumerateStackTrace(includeContext: false, maxFrames: MostFrames)
                            .Select(frame => frame.Method).OfType<ClrMethod>().Select(method => (method.Type?.Name ?? "", method.Name ?? "")),
                    ])),
        ];
    }
}
