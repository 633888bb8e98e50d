using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The data that is copied from a dump, or from a process before it continues.</summary>
/// <param name="Objects">The objects.</param>
/// <param name="ResumePoints">The places at which the runtime's continuations resume methods, by the addresses of the continuations' <c>ResumeInfo</c>.</param>
/// <param name="Threads">The stacks of the threads.</param>
/// <param name="HeapBytes">The number of bytes of heap that were walked.</param>
internal sealed record ProcessCopy(CopiedObjects Objects, IReadOnlyDictionary<ulong, ResumePoint> ResumePoints, IReadOnlyList<ThreadFrames> Threads, long HeapBytes)
{
    /// <param name="runtime">The runtime.</param>
    /// <param name="target">The process or dump.</param>
    /// <param name="root">The root folder of the program's file system.</param>
    /// <param name="types">The types.</param>
    /// <param name="withFields">Whether to copy the objects to which parameters and locals refer, to print them.</param>
    /// <param name="mostTimeForStacks">The time limit for reading the stacks of threads.</param>
    /// <returns>Null if the heap cannot be walked.</returns>
    public static ProcessCopy? TryTake(ClrRuntime runtime, DataTarget target, string root, HeapTypes types, bool withFields, TimeSpan mostTimeForStacks)
    {
        var objects = new CopiedObjects();
        types.Heap = runtime.Heap;
        var walk = new HeapWalk(target.DataReader, types, objects);
        if (!walk.TryCopy(runtime.Heap))
        {
            return null;
        }

        var followed = new Followed(target.DataReader, types, objects, withFields);
        followed.Copy();
        var threads = ThreadFrames.Read(runtime, objects, mostTimeForStacks);
        followed.Copy(threads.SelectMany(thread => thread.Loops).Select(loop => loop.Next));
        var points = types.ResumePoints.Read(runtime, target.DataReader, new(target, root), types.Modules, objects);
        followed.CopyOwners(points);
        objects.CompletionMark = CompletionMark.In(runtime, objects);
        return new(objects, points, threads, walk.Bytes);
    }
}
