using System.Diagnostics;

namespace PooledAwait.Inspect.Comparing;

/// <summary>Measures the whole run of a program that ends by itself.</summary>
/// <param name="expected">The exit code that counts as success.</param>
internal sealed class RunToEnd(int expected) : IProgramRunner
{
    public async Task<ProgramRun> RunAsync(ProcessStartInfo start, CancellationToken cancellation)
    {
        var ofEarlierChildren = EndedChildren.ProcessorTime;
        DiagnosticPort.Open(start, isSuspended: true);
        await using var program = ChildProgram.Start(start);
        program.EndInput();
        using var trace = await DiagnosticPort.ListenAsync(program, countsAtOnce: true, cancellation);
        var clock = Stopwatch.StartNew();
        if (trace != null)
        {
            DiagnosticPort.Resume(program);
        }

        await program.WaitForExitAsync(cancellation);
        clock.Stop();

        // Prefers the increase of the total time of all ended children, which is exact: no other child of the tool ends meanwhile. The last reading from the
        // running program lacks the time until the program's end, and may be zero for a short program on a busy machine.
        var processorTime = EndedChildren.ProcessorTime - ofEarlierChildren ?? program.ProcessorTime;

        // If there is no trace, either the program's port is switched off, or the program's host failed. If the host failed, the exit code differs from the
        // expected one, and the run counts as a failed run.
        if (trace == null && program.ExitCode == expected)
        {
            throw new InputException("The program ended before it could be measured: its diagnostics port is switched off.");
        }

        var activity = trace == null ? RuntimeActivity.None : await trace.EndAsync(hasExited: true, cancellation);
        return new ProgramRun(
            program.ExitCode,
            program.ExitCode != expected,
            Figures.Of(activity, processorTime, clock.Elapsed),
            activity.BytesByType,
            activity.LostEvents,
            program.Output.First,
            program.Errors.Last);
    }
}
