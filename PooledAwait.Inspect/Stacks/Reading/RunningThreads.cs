using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Finds out what the threads that run async methods are doing.</summary>
internal sealed class RunningThreads(IReadOnlyList<ThreadFrames> threads)
{
    private static readonly (string Type, string Words)[] s_blocks =
    [
        ("System.Threading.Monitor", "a lock"),
        ("System.Threading.Lock", "a lock"),
        ("System.Threading.Thread", "Thread.Sleep"),
        ("System.Threading.SemaphoreSlim", "SemaphoreSlim.Wait"),
        ("System.Threading.Tasks.Task", "a task"),
        ("System.Threading.ManualResetEventSlim", "an event"),
        ("System.Threading.WaitHandle", "a wait handle"),
    ];

    private readonly ILookup<string, ThreadFrames> _byMachine = (
        from thread in threads
        from machine in thread.Frames.Where(frame => frame.Method == "MoveNext").Select(frame => TypeName.Definition(frame.Type)).Distinct()
        select (machine, thread)).ToLookup(found => found.machine, found => found.thread, StringComparer.Ordinal);

    /// <summary>
    /// Describes what a running call does. If the call has a state machine, the stacks show only the running method, not which call of it runs. So all such
    /// calls of the method get the same description.
    /// </summary>
    public string Describe(Call call)
    {
        var blocks = BlocksOf(call);
        return blocks.Count == 0 ? "runs, or is about to" : blocks is [{ } block] ? $"runs, and its thread waits for {block}" : blocks is [null] ? "runs" : "runs, or its thread waits";
    }

    /// <summary>Returns whether each thread that runs the call's method waits for something.</summary>
    public bool StandsStill(Call call) => BlocksOf(call) is { Count: > 0 } blocks && blocks.TrueForAll(block => block != null);

    /// <summary>
    /// Returns whether a thread runs the call's method. Searches by the type of the call's machine, so returns false for a call without a machine. (The state
    /// of such a call shows whether it runs.)
    /// </summary>
    public bool MayRun(Call call) => call.Machine != null && _byMachine.Contains(TypeName.Definition(call.Machine.Type.Name));

    private List<string?> BlocksOf(Call call)
    {
        if (call.Machine == null)
        {
            return call.Callees == null ? [] : [Block(call.Callees)];
        }

        var machine = TypeName.Definition(call.Machine.Type.Name);
        return [.. _byMachine[machine].Select(thread => Block(thread.Frames.TakeWhile(frame => TypeName.Definition(frame.Type) != machine))).Distinct()];
    }

    /// <summary>Describes what a thread waits for in code that an async method called. Returns null if the thread does not wait.</summary>
    /// <param name="callees">The methods above the async method on the thread's stack, innermost first.</param>
    private static string? Block(IEnumerable<(string Type, string Method)> callees)
    {
        // Takes the outermost wait, because a wait for a task uses an event, and the event uses a lock. Skips the frames of Interop: the innermost frames of a
        // wait may be system calls.
        var above = callees.Select(frame => TypeName.Definition(frame.Type)).SkipWhile(type => type.StartsWith("Interop+", StringComparison.Ordinal)).ToList();
        var waits = above.LastOrDefault(type => s_blocks.Any(block => block.Type == type));
        return above.Count > 0 && above[0].StartsWith("System.Threading.", StringComparison.Ordinal) && waits != null ? s_blocks.First(block => block.Type == waits).Words : null;
    }
}
