using System.Runtime.Loader;

namespace Tests.TimedWaits.NaiveReuse;

/// <summary>
/// The process in which <see cref="NaiveReuseTests"/> runs a faulty runtime. A late callback may come to a wait that is idle or serves another call. Then the
/// callback may throw on a thread of the pool. That would end the process of the test run.
/// </summary>
internal static class NaiveReuseProcess
{
    public const string Verb = "naive-reuse";

    /// <summary>Printed before the waits start.</summary>
    public const string Started = "The waits start.";

    /// <summary>Runs waits until one ends wrongly, or until the time is over. Prints how the first wait ended wrongly.</summary>
    /// <param name="runtime">The file of the runtime.</param>
    /// <param name="seconds">The longest time.</param>
    /// <returns>1 if a wait has ended wrongly; 0 if none has.</returns>
    public static int Run(string runtime, int seconds)
    {
        var stress = new Stress(new TimedRuntime(new AssemblyLoadContext("a build of the runtime").LoadFromAssemblyPath(runtime)));
        var longest = TimeSpan.FromSeconds(seconds);
        Console.WriteLine(Started);

        // Because of the fault, a wait may never end. So this thread waits only for the first error.
        new Thread(() => stress.Run(longest, untilFirst: true)) { IsBackground = true }.Start();
        SpinWait.SpinUntil(() => !stress.Errors.IsEmpty, longest);
        Console.WriteLine(stress.Errors.FirstOrDefault());
        return stress.Errors.IsEmpty ? 0 : 1;
    }
}
