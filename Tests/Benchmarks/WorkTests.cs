using System.Reflection;
using BenchmarkDotNet.Attributes;
using Benchmarks.Builders;
using Benchmarks.Reporting;
using Benchmarks.TimedWaits;

namespace Tests.Benchmarks;

/// <summary>
/// All builds of a benchmark do the same work. If one thread does all of the work, the woven build allocates exactly the bytes that the benchmark's goal
/// states.
/// </summary>
[Thorough]
[Alone]
public class WorkTests
{
    private const int Runs = 5;

    private static IEnumerable<string> Names => Catalog.Cases.Select(@case => @case.Name);

    private static IEnumerable<string> NamesOfOneThread =>
        from @case in Catalog.Cases
        where @case.Type != typeof(CallsAcrossThreads) && @case.Type != typeof(DelayOfOne) && !typeof(Task<int>).IsAssignableFrom(@case.Type.GetMethod(GoalAttribute.Woven)!.ReturnType)
        select @case.Name;

    [TestCaseSource(nameof(Names))]
    public void Every_build_computes_the_same(string name)
    {
        var @case = Catalog.Cases.Single(candidate => candidate.Name == name);
        var methods = new[] { GoalAttribute.NotWoven, GoalAttribute.Woven, @case.Goal.Peer }.OfType<string>();

        var results = methods
            .Select(method => OnThreadOfItsOwn(() => Run(@case, method, benchmark => Enumerable.Range(0, Runs).Select(_ => benchmark()).Last())))
            .ToList();

        Assert.That(results[0], Is.Not.Null.And.Not.Zero);
        Assert.That(results, Is.All.EqualTo(results[0]));
    }

    [TestCaseSource(nameof(NamesOfOneThread))]
    public void Woven_work_allocates_what_the_goal_says(string name)
    {
        var @case = Catalog.Cases.Single(candidate => candidate.Name == name);

        // Retries, because optimised code may allocate less, and the JIT may have optimised only one of the two compared methods so far.
        Assert.That(
            () => Bytes(@case, GoalAttribute.Woven) - (@case.Goal.BytesBeyond is { } method ? Bytes(@case, method) : 0),
            Is.EqualTo(@case.Goal.Bytes).After(5_000, 200));
    }

    /// <summary>
    /// Returns the bytes of one operation, as a whole number. Allocations of the first call, such as a delegate, add a fraction, so the number is rounded down.
    /// The number is rounded up only if it is at most a tenth of a byte below a whole number.
    /// </summary>
    private static long Bytes(Case @case, string method) => OnThreadOfItsOwn(() => Run(@case, method, benchmark =>
    {
        // Takes the least of several runs, because during a run, a garbage collection may empty a pool, or the JIT may work.
        var least = long.MaxValue;
        for (var run = 0; run < Runs; run++)
        {
            benchmark();
            least = Math.Min(least, AllocatedBytes.During(() => benchmark()));
        }

        var operations = @case.Type.GetMethod(method)!.GetCustomAttribute<BenchmarkAttribute>()!.OperationsPerInvoke;
        return (least + operations / 10) / operations;
    }));

    /// <summary>Measures a method of a benchmark class, with the setup and cleanup that BenchmarkDotNet would run.</summary>
    private static T Run<T>(Case @case, string method, Func<Func<object>, T> measure)
    {
        var benchmarks = Activator.CreateInstance(@case.Type)!;
        var parameter = @case.Type.GetProperties().SingleOrDefault(property => property.IsDefined(typeof(ParamsAttribute)));
        parameter?.SetValue(benchmarks, @case.Goal.Parameter);
        Invoke<GlobalSetupAttribute>(benchmarks);
        try
        {
            return measure(Benchmark(benchmarks, method));
        }
        finally
        {
            Invoke<GlobalCleanupAttribute>(benchmarks);
        }
    }

    /// <summary>Returns a delegate that calls a method as compiled code would, and consumes the result.</summary>
    private static Func<object> Benchmark(object benchmarks, string name)
    {
        var method = benchmarks.GetType().GetMethod(name)!;
        if (method.ReturnType == typeof(int))
        {
            var number = method.CreateDelegate<Func<int>>(benchmarks);
            return () => number();
        }

        if (method.ReturnType == typeof(Task<int>))
        {
            var later = method.CreateDelegate<Func<Task<int>>>(benchmarks);
            return () => later().GetAwaiter().GetResult();
        }

        if (method.ReturnType == typeof((TaskStatus, int)))
        {
            var statusAndNumber = method.CreateDelegate<Func<(TaskStatus, int)>>(benchmarks);
            return () => statusAndNumber();
        }

        var winner = method.CreateDelegate<Func<Task<Task>>>(benchmarks);
        return () => winner().GetAwaiter().GetResult();
    }

    private static void Invoke<TAttribute>(object benchmarks)
        where TAttribute : Attribute =>
        benchmarks.GetType().GetMethods().SingleOrDefault(method => method.IsDefined(typeof(TAttribute)))?.Invoke(benchmarks, null);

    /// <summary>Runs work on a thread without a current context. Otherwise, every suspension would capture the context.</summary>
    private static T OnThreadOfItsOwn<T>(Func<T> work)
    {
        var result = default(T)!;
        Exception? exception = null;
        var thread = new Thread(() =>
        {
            try
            {
                result = work();
            }
            catch (Exception caught)
            {
                exception = caught;
            }
        });
        thread.UnsafeStart();
        thread.Join();
        return exception is null ? result : throw new InvalidOperationException("The benchmark failed.", exception);
    }
}
