using System.Reflection;
using System.Runtime.Loader;
using Tests.Fuzzing.Worlds;

namespace Tests.Fuzzing.Running;

/// <summary>Runs the four builds of a program, compares their traces, and measures the bytes that they allocate.</summary>
internal sealed class Execution
{
    private const int MeasuredRuns = 3;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    private static int s_thrown;

    private readonly Dictionary<Build, Assembly> _assemblies;

    private int _calls;

    static Execution() => AppDomain.CurrentDomain.FirstChanceException += (_, _) => s_thrown++;

    public Execution(string folder) =>
        _assemblies = Build.All.ToDictionary(
            build => build, build => new AssemblyLoadContext(build.ToString()).LoadFromAssemblyPath(build.File(folder)));

    /// <param name="program">The program's name.</param>
    /// <param name="isOrdered">Whether the order of events within each step of the program's script is compared.</param>
    public Verdict Run(string program, bool isOrdered)
    {
        var lines = 0;
        Failure? failure = null;
        foreach (var optimised in new[] { false, true })
        {
            var notWoven = Traces(program, new Build(optimised, false), isOrdered);
            var woven = Traces(program, new Build(optimised, true), isOrdered);
            lines += notWoven.Concat(woven).Sum(trace => trace.Count);

            // The second run rents boxes that the first run left in the pools.
            failure ??= Difference(FailureKind.Nondeterministic, $"{new Build(optimised, false)}, second run", notWoven[0], notWoven[1])
                ?? Difference(FailureKind.Trace, $"{new Build(optimised, true)}", notWoven[0], woven[0])
                ?? Difference(FailureKind.Trace, $"{new Build(optimised, true)}, second run", notWoven[0], woven[1]);
        }

        var bytes = Bytes(program, new Build(true, false));
        var wovenBytes = Bytes(program, new Build(true, true));
        return bytes == null || wovenBytes == null
            ? new Verdict(program, lines, null, null, 0, failure)
            : new Verdict(program, lines, bytes, wovenBytes, _calls, failure);
    }

    private static Failure? Difference(FailureKind kind, string build, IReadOnlyList<string> expected, IReadOnlyList<string> actual)
    {
        var at = expected.Zip(actual).TakeWhile(pair => pair.First == pair.Second).Count();
        return at == expected.Count && at == actual.Count
            ? null
            : new Failure(kind, $"{build}, line {at}\n{Excerpt("-", expected, at)}{Excerpt("+", actual, at)}");
    }

    private static string Excerpt(string sign, IReadOnlyList<string> lines, int at) =>
        string.Concat(lines.Skip(Math.Max(0, at - 2)).Take(6).Select(line => $"  {sign} {line}\n"));

    private IReadOnlyList<string>[] Traces(string program, Build build, bool isOrdered) =>
        [.. Enumerable.Range(0, 2).Select(_ => Comparable(Run(program, build, tracing: true, isOrdered).Trace!.Lines, isOrdered))];

    // Returns null if the bytes cannot be compared: if exceptions were thrown, or if a call never ended. Weaving changes the frames in the exceptions' stack
    // traces, and a call that never ends keeps its pooled objects.
    private long? Bytes(string program, Build build)
    {
        var thrown = s_thrown;
        var least = long.MaxValue;
        for (var i = 0; i < MeasuredRuns; i++)
        {
            var world = Run(program, build, tracing: false);
            if (!world.AllEnded)
            {
                return null;
            }

            least = Math.Min(least, world.Pump.AllocatedBytes);
            _calls = world.Calls;
        }

        return thrown == s_thrown ? least : null;
    }

    private World Run(string program, Build build, bool tracing, bool isOrdered = true)
    {
        var world = new World(tracing, isOrdered);
        _assemblies[build].GetType($"{program}.Program", throwOnError: true)!.GetMethod("Script")!.CreateDelegate<Action<World>>()(world);
        if (!world.Pump.Run(s_patience))
        {
            throw new TimeoutException($"{program}, {build}, did not end.");
        }

        world.Finish();
        return world;
    }

    private static IReadOnlyList<string> Comparable(IReadOnlyList<TraceLine> lines, bool isOrdered) =>
    [
        .. isOrdered
            ? lines.Select(line => line.ToString())
            : lines.Where(line => line.Lane.Length > 0)
                .OrderBy(line => line.Step)
                .ThenBy(line => line.Lane, StringComparer.Ordinal)
                .ThenBy(line => line.Text, StringComparer.Ordinal)
                .Select(line => (line with { InPlace = false }).ToString()),
    ];
}
