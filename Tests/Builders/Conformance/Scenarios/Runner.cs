using System.Reflection;
using System.Runtime.ExceptionServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Runs a scenario. The caller passes names, because these sources are compiled into several assemblies.</summary>
public static class Runner
{
    // A scenario that measures thousands of calls takes seconds, or minutes if other processes use the processor.
    private static readonly TimeSpan s_longEnough = Stress.Duration + TimeSpan.FromMinutes(10);

    /// <returns>The lines of the scenario's trace.</returns>
    public static string[] Run(string type, string method, int kind)
    {
        var info = typeof(Runner).Assembly.GetType(type)!.GetMethod(method)!;
        var trace = new Trace();
        object[] arguments = info.GetParameters().Length == 1 ? [trace] : [trace, (Kinds)kind];

        // Each scenario has its own thread, because a scenario may leave state behind on its thread.
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                info.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null);
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        })
        {
            IsBackground = true,
            Name = "the scenario's thread",
        };
        thread.UnsafeStart();
        if (!thread.Join(s_longEnough))
        {
            throw new TimeoutException("The scenario does not end. So far:\n" + trace);
        }

        failure?.Throw();
        return [.. trace.Lines];
    }
}
