using System.Runtime.Loader;

namespace Tests.TimedWaits.NaiveReuse;

/// <summary>
/// The process in which <see cref="NaiveReuseTests"/> runs a faulty runtime. A late callback may find its wait idle, and then throws on a thread of the pool.
/// That ends the process, so the process must not be the one of the test run.
/// </summary>
internal static class NaiveReuseProcess
{
    public const string Verb = "naive-reuse";

    /// <summary>Printed before the waits start.</summary>
    public const string Started = "The waits start.";

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(60);

    /// <summary>Runs waits until the first one ends wrongly.</summary>
    /// <param name="runtime">The file of the faulty runtime.</param>
    /// <returns>1 if a wait has ended wrongly.</returns>
    public static int Run(string runtime)
    {
        var stress = new Stress(new TimedRuntime(new AssemblyLoadContext("faulty runtime").LoadFromAssemblyPath(runtime)));
        Console.WriteLine(Started);
        new Thread(() => stress.Run(s_longest, untilFirst: true)) { IsBackground = true }.Start(); // a faulty wait may never end, so nobody waits for all
        return SpinWait.SpinUntil(() => !stress.Errors.IsEmpty, s_longest) ? 1 : 0;
    }
}
