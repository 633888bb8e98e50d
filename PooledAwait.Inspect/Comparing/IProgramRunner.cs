using System.Diagnostics;

namespace PooledAwait.Inspect.Comparing;

/// <summary>Runs a program once, and measures it.</summary>
internal interface IProgramRunner
{
    /// <exception cref="InputException">The program cannot be measured.</exception>
    Task<ProgramRun> RunAsync(ProcessStartInfo start, CancellationToken cancellation);
}
