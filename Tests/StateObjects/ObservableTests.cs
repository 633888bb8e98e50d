using System.Reflection;
using System.Runtime.CompilerServices;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>Tests what a program may observe of the rewrite, and what it must not observe. The README describes everything that is observable.</summary>
[Alone]
public class ObservableTests
{
    private const string Source = """
        using System;
        using System.Threading.Tasks;

        public static class C
        {
            public static Task<int> Captures(Task task, object captured) => task.ContinueWith(
                t => captured.GetHashCode(),
                TaskContinuationOptions.ExecuteSynchronously);

            public static Task CapturesTwo(Task task, object captured, string more) => task.ContinueWith(
                t => captured.GetHashCode() + more.Length,
                TaskContinuationOptions.ExecuteSynchronously);

            public static Task CapturesTheOneBefore(Task gate, Task previous) => gate.ContinueWith(
                t => previous.Wait(),
                TaskContinuationOptions.ExecuteSynchronously);

            public static Task CapturesTheOneBeforeAndMore(Task gate, Task previous, string text) => gate.ContinueWith(
                t => { previous.Wait(); return text; },
                TaskContinuationOptions.ExecuteSynchronously);

            public static Task<int> CapturesItsAntecedentAndMore(Task<int> task, string text, string more) => task.ContinueWith(
                _ => task.Result + text.Length + more.Length,
                TaskContinuationOptions.ExecuteSynchronously);

            public static Task<int> NeedsItsAntecedentAlone(Task<int> task) => task.ContinueWith(
                _ => task.Result,
                TaskContinuationOptions.ExecuteSynchronously);

            public static Task Throws(Task task, string captured) => task.ContinueWith(t =>
            {
                if (captured.Length > 0)
                {
                    throw new FormatException(captured);
                }
            }, TaskContinuationOptions.ExecuteSynchronously);

            public static Task<string> Looks(Task task, string captured) => task.ContinueWith(
                t => captured + Environment.StackTrace,
                TaskContinuationOptions.ExecuteSynchronously);

            public static int Run(Func<int, int> function) => function(1);

            public static int ThrowsInOwn(string captured) => Run(n => captured.Length > 0 ? throw new FormatException(captured) : n);

            public static int Both(System.Collections.Concurrent.ConcurrentDictionary<string, int> all, int captured) =>
                all.AddOrUpdate("key", key => throw new FormatException(key), (key, old) => old + captured);
        }
        """;

    [Test]
    public void The_state_is_in_AsyncState([Values] bool woven)
    {
        var loaded = Load(woven);
        var captured = new object();
        Assert.Multiple(() =>
        {
            Assert.That(Call<Task<int>>(loaded, "Captures", Task.CompletedTask, captured).AsyncState, woven ? Is.SameAs(captured) : Is.Null);
            Assert.That(
                Call<Task>(loaded, "CapturesTwo", Task.CompletedTask, captured, "").AsyncState?.GetType().Name,
                Is.EqualTo(woven ? "<>c__DisplayClass1_0" : null));
            Assert.That(Call<Task<int>>(loaded, "NeedsItsAntecedentAlone", Task.FromResult(7)).AsyncState, Is.Null);
        });
    }

    [Test]
    public void The_state_stays_reachable_while_the_completed_continuation_is([Values] bool woven)
    {
        var loaded = Load(woven);
        var continuation = Continue(loaded, out var captured);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.That(captured.IsAlive, Is.EqualTo(woven));
        GC.KeepAlive(continuation);
    }

    /// <summary>A completed continuation keeps its state. So the state of a continuation in a chain must not refer to the previous continuation.</summary>
    [Test]
    public void A_chain_does_not_grow_behind_its_last_link(
        [Values("CapturesTheOneBefore", "CapturesTheOneBeforeAndMore", "CapturesItsAntecedentAndMore", "NeedsItsAntecedentAlone")] string link,
        [Values] bool woven)
    {
        var loaded = Load(woven);
        var last = Chain(loaded, link, 50, out var links);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        Assert.That(links.Count(link => link.IsAlive), Is.LessThan(3));
        GC.KeepAlive(last);
    }

    [Test]
    public void The_lambda_s_frame_keeps_its_line_and_none_is_added([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        var compiled = Fixtures.Compile(shape, Source);
        var before = new LoadedAssembly(compiled);
        var after = new LoadedAssembly(CallDecisions.All.Weave(compiled).Woven.Result);
        var expected = Thrown(before);
        var actual = Thrown(after);
        Assert.Multiple(() =>
        {
            Assert.That(expected[0], Does.Contain("<Throws>b__0").And.EndsWith("source.cs:line 34"));
            Assert.That(actual[0], Does.Contain("<Throws>b__0").And.EndsWith("source.cs:line 34"));
            Assert.That(actual, Has.Count.EqualTo(expected.Count));
            Assert.That(Seen(after), Has.Count.EqualTo(Seen(before).Count));
            Assert.That(Seen(after)[0], Does.Contain("<Looks>b__0"));
        });
    }

    /// <summary>The woven code also calls the lambda that captures nothing, so the JIT must not inline either lambda.</summary>
    [Test]
    public void A_lambda_beside_a_capturing_one_keeps_its_frame([Values] bool woven)
    {
        var loaded = Load(woven);
        var all = new System.Collections.Concurrent.ConcurrentDictionary<string, int>();
        Assert.That(Frames(Assert.Throws<FormatException>(() => Call<int>(loaded, "Both", all, 1))!.StackTrace!)[0], Does.Contain("<Both>b__"));
        if (woven)
        {
            const BindingFlags Everything = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;
            var types = loaded.Assembly.GetTypes().Where(type => !type.Name.StartsWith("<>c__StateObject", StringComparison.Ordinal)); // the methods that call the lambdas
            var lambdas = types.SelectMany(type => type.GetMethods(Everything)).Where(method => method.Name.StartsWith("<Both>b__", StringComparison.Ordinal)).ToList();
            Assert.That(lambdas, Has.Count.EqualTo(2));
            Assert.That(lambdas.Select(lambda => lambda.MethodImplementationFlags & MethodImplAttributes.NoInlining), Is.All.EqualTo(MethodImplAttributes.NoInlining));
        }
    }

    [Test]
    public void A_method_of_the_program_s_own_is_seen_by_the_name_of_its_second_one([Values] bool woven)
    {
        var frames = Frames(Assert.Throws<FormatException>(() => Call<int>(Load(woven), "ThrowsInOwn", "text"))!.StackTrace!);
        Assert.Multiple(() =>
        {
            Assert.That(frames, Has.Count.EqualTo(3));
            Assert.That(frames[0], Does.Contain("<ThrowsInOwn>b__0").And.EndsWith("source.cs:line 44"));
            Assert.That(frames[1], Does.StartWith(woven ? "at C.<>c__PooledAwait.<Run>State[TState](Func`3 function, TState state)" : "at C.Run(Func`2 function)").And.EndsWith("source.cs:line 42"));
            Assert.That(frames[2], Does.StartWith("at C.ThrowsInOwn("));
        });
    }

    /// <summary>Returns the frames of an exception's trace.</summary>
    private static List<string> Thrown(LoadedAssembly loaded) =>
        Frames(Assert.Throws<FormatException>(() => Call<Task>(loaded, "Throws", Task.CompletedTask, "text").GetAwaiter().GetResult())!.StackTrace!);

    /// <summary>Returns the frames that the lambda itself sees. The continuation runs at once, so these frames include the call that creates it.</summary>
    private static List<string> Seen(LoadedAssembly loaded) => Frames(Call<Task<string>>(loaded, "Looks", Task.CompletedTask, "").Result);

    private static List<string> Frames(string stack) => [.. stack.Split('\n').Select(line => line.Trim()).Where(line => line.StartsWith("at C.", StringComparison.Ordinal))];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task Continue(LoadedAssembly loaded, out WeakReference captured)
    {
        var state = new object();
        captured = new WeakReference(state);
        return Call<Task<int>>(loaded, "Captures", Task.CompletedTask, state);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task Chain(LoadedAssembly loaded, string method, int length, out List<WeakReference> links)
    {
        links = [];
        Task last = Task.FromResult(0);
        for (var i = 0; i < length; i++)
        {
            last = method switch
            {
                "CapturesTheOneBefore" => Call<Task>(loaded, method, Task.CompletedTask, last),
                "CapturesTheOneBeforeAndMore" => Call<Task>(loaded, method, Task.CompletedTask, last, "text"),
                "CapturesItsAntecedentAndMore" => Call<Task>(loaded, method, last, "text", "more"),
                _ => Call<Task>(loaded, method, last),
            };
            links.Add(new WeakReference(last));
        }

        return last;
    }

    private static LoadedAssembly Load(bool woven)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source);
        return new LoadedAssembly(woven ? CallDecisions.All.Weave(compiled).Woven.Result : compiled);
    }

    private static T Call<T>(LoadedAssembly loaded, string method, params object[] arguments) =>
        (T)loaded.Assembly.GetType("C")!.GetMethod(method)!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null)!;
}
