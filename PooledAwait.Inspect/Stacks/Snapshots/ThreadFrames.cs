using System.Diagnostics;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The managed methods on the stack of a thread, innermost first.</summary>
/// <param name="Thread">The thread's id in the operating system.</param>
/// <param name="Frames">The methods, each with the name of its type and its own name.</param>
/// <param name="Loops">The base library's loops on the stack, innermost first. Such a loop runs methods that the runtime itself suspends
/// (runtime-async).</param>
internal sealed record ThreadFrames(uint Thread, IReadOnlyList<(string Type, string Method)> Frames, IReadOnlyList<Dispatch> Loops)
{
    private const int MostFrames = 200;

    /// <param name="runtime">The runtime.</param>
    /// <param name="objects">The copied objects, which show whether there may be loops.</param>
    /// <param name="mostTime">The time limit for reading stacks. The threads that remain get no frames.</param>
    public static IReadOnlyList<ThreadFrames> Read(ClrRuntime runtime, CopiedObjects objects, TimeSpan mostTime)
    {
        var loop = objects.Addresses.Any(address => RuntimeAsyncTask.IsRunning(objects, address))
            ? runtime.BaseClassLibrary.GetTypeByName(Dispatch.InfoType)?.ThreadStaticFields.FirstOrDefault(field => field.Name == Dispatch.CurrentField)
            : null;
        var threads = runtime.Threads.Where(thread => thread.IsAlive)
            .Select(thread => (Thread: thread, Loops: loop == null ? [] : Dispatch.Of(thread, loop, runtime.DataTarget.DataReader))).ToList();

        // The time may not suffice for all threads. Threads with loops come first, because only their frames give the name of a running runtime-async call.
        var clock = Stopwatch.StartNew();
        return
        [
            .. threads.OrderByDescending(thread => thread.Loops.Count > 0)
                .Select(thread => new ThreadFrames(thread.Thread.OSThreadId, clock.Elapsed < mostTime ? FramesOf(thread.Thread) : [], thread.Loops)),
        ];
    }

    private static IReadOnlyList<(string Type, string Method)> FramesOf(ClrThread thread) =>
    [
        .. thread.EnumerateStackTrace(includeContext: false, maxFrames: MostFrames)
            .Select(frame => frame.Method).OfType<ClrMethod>().Select(method => (method.Type?.Name ?? "", method.Name ?? "")),
    ];
}
