using System.Reflection;
using System.Runtime.CompilerServices;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>Tests what the trace of one run does not show: how the called methods use their delegates, and what a program may see of the state.</summary>
[Alone]
public class FamilyTests
{
    private const string Source = """
        using System;
        using System.Collections.Concurrent;
        using System.Threading;
        using System.Threading.Tasks;

        public static class C
        {
            public static string GetOrAdd(ConcurrentDictionary<string, string> all, string key, Func<string, string> make, string more) =>
                all.GetOrAdd(key, k => make(k) + more);

            public static string AddOrUpdate(
                ConcurrentDictionary<string, string> all, string key, Func<string, string> add, Func<string, string, string> update) =>
                all.AddOrUpdate(key, k => add(k), (k, old) => update(k, old));

            public static Task Run(object captured) => Task.Run(() => { captured.GetHashCode(); });
            public static Task<int> RunTwo(object captured, string more) => Task.Run(() => captured.GetHashCode() + more.Length);
            public static Task Start(object captured) => Task.Factory.StartNew(() => { captured.GetHashCode(); });

            public static IDisposable Register(CancellationToken token, object captured) => token.Register(() => captured.GetHashCode());
            public static void Queue(object captured, ManualResetEventSlim done) => ThreadPool.QueueUserWorkItem(_ => { captured.GetHashCode(); done.Set(); });
        }
        """;

    /// <summary>Both threads enter the factory before either leaves it. One result is kept, and both threads get it.</summary>
    [Test]
    public void A_factory_runs_more_than_once_and_at_the_same_time_with_the_same_arguments([Values] bool woven)
    {
        var all = new System.Collections.Concurrent.ConcurrentDictionary<string, string>();
        var seen = new System.Collections.Concurrent.ConcurrentBag<string>();
        using var both = new Barrier(2);
        var loaded = Load(woven);
        string[] results = new string[2];
        var threads = Enumerable.Range(0, 2).Select(index => new Thread(() => results[index] = Call<string>(loaded, "GetOrAdd", all, "key", (Func<string, string>)(key =>
        {
            seen.Add(key);
            both.SignalAndWait();
            return key + index;
        }), "more"))).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Multiple(() =>
        {
            Assert.That(seen, Is.EqualTo(new[] { "key", "key" }));
            Assert.That(results[0], Is.EqualTo(results[1]).And.EqualTo(all["key"]).And.EndsWith("more"));
        });
    }

    [Test]
    public void A_change_in_between_runs_the_update_again([Values] bool woven)
    {
        var all = new System.Collections.Concurrent.ConcurrentDictionary<string, string> { ["key"] = "old" };
        var seen = new List<string>();
        var result = Call<string>(Load(woven), "AddOrUpdate", all, "key", (Func<string, string>)(_ => "added"), (Func<string, string, string>)((_, old) =>
        {
            seen.Add(old);
            all["key"] = seen.Count == 1 ? "changed" : old;
            return old + "!";
        }));
        Assert.That(seen, Is.EqualTo(new[] { "old", "changed" }));
        Assert.That(result, Is.EqualTo("changed!").And.EqualTo(all["key"]));
    }

    [Test]
    public void A_task_shows_its_state([Values] bool woven)
    {
        var loaded = Load(woven);
        var captured = new object();
        Assert.Multiple(() =>
        {
            Assert.That(Call<Task>(loaded, "Run", captured).AsyncState, woven ? Is.SameAs(captured) : Is.Null);
            Assert.That(Call<Task>(loaded, "Start", captured).AsyncState, woven ? Is.SameAs(captured) : Is.Null);
            Assert.That(Call<Task>(loaded, "RunTwo", captured, "").AsyncState?.GetType().Name, woven ? Does.StartWith("<>c__DisplayClass") : Is.Null);
        });
    }

    [TestCase("Run")]
    [TestCase("Start")]
    public void A_task_that_has_ended_keeps_its_state(string method)
    {
        Assert.Multiple(() =>
        {
            foreach (var woven in new[] { false, true })
            {
                var loaded = Load(woven);
                var captured = Captured(loaded, (it, captured) => Call<Task>(it, method, captured), out var task);
                ((Task)task!).Wait();
                Assert.That(IsAlive(captured), Is.EqualTo(woven), woven ? "woven" : "not woven");
                GC.KeepAlive(task);
            }
        });
    }

    [Test]
    public void A_registration_that_was_undone_keeps_nothing([Values] bool woven)
    {
        using var source = new CancellationTokenSource();
        var captured = Captured(Load(woven), (it, captured) =>
        {
            var registration = Call<IDisposable>(it, "Register", source.Token, captured);
            registration.Dispose();
            return registration;
        }, out var registration);
        Assert.That(IsAlive(captured), Is.False);
        GC.KeepAlive(registration);
    }

    [Test]
    public void Work_that_was_done_keeps_nothing([Values] bool woven)
    {
        using var done = new ManualResetEventSlim();
        var captured = Captured(Load(woven), (it, captured) => Call<object?>(it, "Queue", captured, done), out _);
        done.Wait();
        Assert.That(() => IsAlive(captured), Is.False.After(2000, 50));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Captured(LoadedAssembly loaded, Func<LoadedAssembly, object, object?> call, out object? result)
    {
        var captured = new object();
        result = call(loaded, captured);
        return new WeakReference(captured);
    }

    private static bool IsAlive(WeakReference reference)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return reference.IsAlive;
    }

    private static LoadedAssembly Load(bool woven)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source);
        return new LoadedAssembly(woven ? CallDecisions.All.Weave(compiled).Woven.Result : compiled);
    }

    private static T Call<T>(LoadedAssembly loaded, string method, params object?[] arguments) =>
        (T)loaded.Assembly.GetType("C")!.GetMethod(method)!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null)!;
}
