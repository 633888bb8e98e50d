using System.Diagnostics;

namespace PooledAwait.Inspect.Comparing;

/// <summary>Measures a server program while it is under load.</summary>
/// <param name="load">The load.</param>
/// <param name="ready">The text that the program prints when it is ready for the load; null to wait for a fixed time instead.</param>
/// <param name="delay">The fixed time, if <paramref name="ready"/> is null.</param>
internal sealed class RunUnderLoad(Load load, string? ready, TimeSpan delay) : IProgramRunner
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    /// <summary>
    /// The time to wait after a listener has connected. Meanwhile, the process allocates half a megabyte for the listener. These bytes must not count.
    /// </summary>
    private static readonly TimeSpan s_timeToSettle = TimeSpan.FromMilliseconds(300);

    public async Task<ProgramRun> RunAsync(ProcessStartInfo start, CancellationToken cancellation)
    {
        DiagnosticPort.Open(start, isSuspended: false);
        await using var program = ChildProgram.Start(start);
        await WaitUntilReadyAsync(program, cancellation);
        using var trace = await DiagnosticPort.ListenAsync(program, countsAtOnce: false, cancellation);
        if (trace == null)
        {
            return await EndedAsync(program, cancellation);
        }

        await Task.Delay(s_timeToSettle, cancellation);
        trace.Begin();
        program.ReadProcessorTime();
        var processorTime = program.ProcessorTime;
        var (elapsed, printed) = await DriveAsync(program, cancellation);
        if (program.HasExited)
        {
            return await EndedAsync(program, cancellation);
        }

        program.ReadProcessorTime();
        var activity = await trace.EndAsync(hasExited: false, cancellation);
        var figures = load.Tell(Figures.Of(activity, program.ProcessorTime - processorTime, elapsed), elapsed, printed);
        var hasEnded = await program.EndAsync(cancellation);
        return new ProgramRun(
            hasEnded ? program.ExitCode : null,
            IsAtFault: false,
            figures,
            activity.BytesByType,
            activity.LostEvents,
            program.Output.First,
            program.Errors.Last);
    }

    private async Task WaitUntilReadyAsync(ChildProgram program, CancellationToken cancellation)
    {
        if (ready == null)
        {
            await Task.Delay(delay, cancellation);
            return;
        }

        try
        {
            await program.WaitForTextAsync(ready, cancellation).WaitAsync(s_patience, cancellation);
        }
        catch (TimeoutException)
        {
            throw new InputException($"The program did not print '{ready}' within a minute. Give --ready a text that the program prints when it is ready.");
        }
    }

    // If the program dies, the load fails, too. Hides that failure: the caller reports the program's end instead.
    private async Task<(TimeSpan Elapsed, IReadOnlyList<string> Output)> DriveAsync(ChildProgram program, CancellationToken cancellation)
    {
        try
        {
            return await load.RunAsync(cancellation);
        }
        catch (InputException) when (program.HasExited)
        {
            return (TimeSpan.Zero, []);
        }
    }

    private static async Task<ProgramRun> EndedAsync(ChildProgram program, CancellationToken cancellation)
    {
        await program.WaitForExitAsync(cancellation);
        var none = RuntimeActivity.None;
        return new ProgramRun(
            program.ExitCode,
            IsAtFault: true,
            Figures.Of(none, program.ProcessorTime, TimeSpan.Zero),
            none.BytesByType,
            none.LostEvents,
            program.Output.First,
            program.Errors.Last);
    }
}
