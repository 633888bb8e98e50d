using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Microsoft.Diagnostics.Runtime;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>A running process on this machine. It is stopped while it is copied, and runs while the copy is analysed.</summary>
/// <remarks>
/// The library that reads the runtime's memory is used only while the process is stopped. Otherwise, it would read memory that is being written, and crash this
/// tool.
/// </remarks>
internal sealed class LiveProcess : ITarget
{
    private const int MostAttempts = 40;

    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(25);

    /// <summary>Limits the time for reading stacks, so that a process with thousands of threads is not stopped for too long.</summary>
    private static readonly TimeSpan s_mostTimeForThreads = TimeSpan.FromMilliseconds(250);

    private readonly int _id;
    private readonly string _name;
    private readonly string _root;
    private readonly DataTarget _target;
    private readonly DataAccess _access;
    private readonly IReadOnlyList<string> _programs;
    private HeapTypes _types = new();
    private ClrRuntime? _runtime;

    /// <exception cref="InputException">There is no such process, or it cannot be read; the message says why.</exception>
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

        // Everything that can be read from files is read while the process runs.
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
                    // If the process was stopped in the middle of a write, its memory may be unreadable.
                    fault = exception;
                }
                finally
                {
                    _types.Heap = null;
                }
            }

            // Discards the known types. They may have been read in the middle of a change, or unloaded since.
            _types = new();

            if (attempt == MostAttempts)
            {
                throw new InputException($"{_name} was collecting garbage every time that this tool stopped it. Try again, or take a dump.{(fault == null ? "" : $" ({fault.Message})")}");
            }

            Thread.Sleep(s_pause);
        }
    }

    /// <returns>Null if the process was stopped while it moved or made an object.</returns>
    private Snapshot? TryCopy(bool withFields)
    {
        // The process has run since the last look, and may have other threads and other memory.
        _target.DataReader.FlushCachedData();
        if (_runtime == null)
        {
            _runtime = _access.Open();
        }
        else
        {
            _runtime.FlushCachedData();
        }

        return ProcessCopy.TryTake(_runtime, _target, _root, _types, withFields, s_mostTimeForThreads) is { } copy
            ? new(_name, copy, Stopped: null, Environment.TickCount64, _access.Version, _root, _programs)
            : null;
    }

    public void Dispose()
    {
        _runtime?.Dispose();
        _target.Dispose();
    }
}
