using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>A dump of a process.</summary>
internal sealed class Dump : ITarget
{
    private readonly string _file;
    private readonly DataTarget _target;
    private readonly DataAccess _access;
    private readonly ClrRuntime _runtime;

    /// <exception cref="InputException">The file is not a dump that can be read here; the message says why.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "What is no dump makes the reader throw anything.")]
    public Dump(string file, string? dac)
    {
        _file = file;
        try
        {
            _target = Runtimes.Open(options => DataTarget.LoadDump(file, options), "/");
        }
        catch (Exception exception) when (exception is not UnauthorizedAccessException)
        {
            throw new InputException($"'{file}' is not a readable dump: {exception.Message.TrimEnd('.')}.");
        }

        try
        {
            if (_target.DataReader.Architecture != RuntimeInformation.ProcessArchitecture || _target.DataReader.TargetPlatform != Here)
            {
                throw new InputException(
                    $"'{file}' is a dump of {_target.DataReader.TargetPlatform} on {_target.DataReader.Architecture}. It can only be read on such a machine; this one is {Here} on {RuntimeInformation.ProcessArchitecture}.");
            }

            _access = DataAccess.Find(_target, $"'{file}'", "/", isDump: true, dac);
            _runtime = _access.Open();
        }
        catch
        {
            _target.Dispose();
            throw;
        }
    }

    private static OSPlatform Here => OperatingSystem.IsWindows() ? OSPlatform.Windows : OperatingSystem.IsMacOS() ? OSPlatform.OSX : OSPlatform.Linux;

    public Snapshot Look(bool withFields)
    {
        if (ProcessCopy.TryTake(_runtime, _target, "/", new(), withFields, TimeSpan.MaxValue) is not { } copy)
        {
            throw new InputException(
                $"'{_file}' has no readable heap: it was written without one, or while the process collected garbage. Take another with 'dotnet-dump collect --type Heap', or with --dump of this command.");
        }

        return new(Path.GetFileName(_file), copy, Stopped: null, Ticks: null, _access.Version, Root: "/", Runtimes.ProgramsIn(_target));
    }

    public void Dispose()
    {
        _runtime.Dispose();
        _target.Dispose();
    }
}
