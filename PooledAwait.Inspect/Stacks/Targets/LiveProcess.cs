using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Diagnostics.Runtime;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>A running process of this machine. It stands still while it is copied, and runs on while the copy is read.</summary>
/// <remarks>The runtime's library is asked only while the process stands still: of one that runs it reads what is being written, and crashes.</remarks>
internal sealed class LiveProcess : ITarget
{
    private const int MostAttempts = 40;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(25);

    /// <summary>A process with thousands of threads is not kept waiting for all of them.</summary>
    private static readonly TimeSpan s_mostTimeForThreads = TimeSpan.FromMilliseconds(250);

    private readonly int _id;
    private readonly string _name;
    private readonly string _root;
    private readonly DataTarget _target;
    private readonly DataAccess _access;
    private readonly IReadOnlyList<string> _programs;
    private HeapTypes _types = new();
    private ClrRuntime? _runtime;

    /// <exception cref="InputException">There is no such process, or it cannot be read, and why.</exception>
    public LiveProcess(int id, string? dac)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new InputException("A running process can be read on Linux only. Take a dump ('dotnet-dump collect') and pass that.");
        }

        _id = id;
        _name = ProcessFiles.Describe(id);
        if (id == Environment.ProcessId)
        {
            throw new InputException($"{_name} is this tool itself.");
        }

        var thread = ProcessFiles.LivingThreadOf(id, _name);
        _root = ProcessFiles.RootOf(thread);
        ProcessFiles.CheckCanBeRead(thread, _name);

        // All that files tell is read while the process runs.
        _target = Runtimes.Open(options => new DataTarget(new LiveMemory(thread, DataTarget.AttachToProcess(thread, suspend: false, options)), options), _root);
        try
        {
            _access = DataAccess.Find(_target, _name, _root, isDump: false, dac);
            _access.Load();
            _programs = Runtimes.ProgramsIn(_target);
        }
        catch
        {
            _target.Dispose();
            throw;
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "It is tried again, and told in the end.")]
    public Snapshot Look(bool withFields)
    {
        Exception? fault = null;
        for (var attempt = 1; ; attempt++)
        {
            var clock = Stopwatch.StartNew();
            using (var stopped = StoppedProcess.Stop(_id))
            {
                try
                {
                    if (TryCopy(withFields) is { } snapshot)
                    {
                        stopped.Dispose();
                        return snapshot with { Stopped = clock.Elapsed };
                    }
                }
                catch (Exception exception) when (exception is not (InputException or OutOfMemoryException))
                {
                    // What the process was writing when it was stopped may not be readable.
                    fault = exception;
                }
                finally
                {
                    _types.Heap = null;
                }
            }

            // What was read of a process that was not at rest, or of a type that is gone, may be wrong.
            _types = new();

            if (attempt == MostAttempts)
            {
                throw new InputException($"{_name} was collecting garbage every time that this tool stopped it. Try again, or take a dump.{(fault == null ? "" : $" ({fault.Message})")}");
            }

            Thread.Sleep(s_pause);
        }
    }

    /// <returns>Null where it was stopped while it moved or made an object.</returns>
    private Snapshot? TryCopy(bool withFields)
    {
        // The process has run, and may have other threads and other memory.
        _target.DataReader.FlushCachedData();
        if (_runtime == null)
        {
            _runtime = _access.Open();
        }
        else
        {
            _runtime.FlushCachedData();
        }

        var objects = new CopiedObjects();
        _types.Heap = _runtime.Heap;
        var walk = new HeapWalk(_target.DataReader, _types, objects);
        if (!walk.TryCopy(_runtime.Heap))
        {
            return null;
        }

        new Followed(_target.DataReader, _types, objects, withFields).Copy();
        return new(_name, objects, ThreadFrames.Read(_runtime, s_mostTimeForThreads), walk.Bytes, Stopped: null, Environment.TickCount64, _access.Version, _root, _programs);
    }

    public void Dispose()
    {
        _runtime?.Dispose();
        _target.Dispose();
    }
}
