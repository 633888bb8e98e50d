using System.Diagnostics.Tracing;
using System.Reflection;
using AssemblyToProcess.Support;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>Shows what a program may observe of the rewrite. The README describes each difference.</summary>
[Alone]
public class ObservableTests
{
    private const string Source = """
        using System.Threading.Tasks;

        public static class C
        {
            public static Task<Task> Any(Task a, Task b, Task c) => Task.WhenAny(a, b, c);

            public static async Task<Task> Awaited(Task a, Task b) => await Task.WhenAny(a, b).ConfigureAwait(false);
        }
        """;

    [Test]
    public void A_result_completes_in_place_even_if_the_completing_thread_has_a_context([Values] bool woven, [Values] bool scheduler)
    {
        var loaded = Load(woven);
        var source = new TaskCompletionSource();
        var never = new TaskCompletionSource().Task;
        var any = Call<Task<Task>>(loaded, "Any", never, source.Task, never);
        Thread? completing = null;
        var ranOn = any.ContinueWith(
            _ => (Thread.CurrentThread, Thread.CurrentThread.IsThreadPoolThread),
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);

        OwnThread.Run("completing", () =>
        {
            completing = Thread.CurrentThread;
            if (scheduler)
            {
                new ManualScheduler("own").Under(source.SetResult);
            }
            else
            {
                new ManualContext("own").Under(source.SetResult);
            }
        });
        Assert.Multiple(() =>
        {
            Assert.That(ranOn.Result.CurrentThread, Is.SameAs(completing));
            Assert.That(ranOn.Result.IsThreadPoolThread, Is.False);
            Assert.That(any.Result, Is.SameAs(source.Task));
        });
    }

    [Test]
    public void Completes_on_the_completing_thread_where_that_has_none([Values] bool woven)
    {
        var loaded = Load(woven);
        var source = new TaskCompletionSource();
        var never = new TaskCompletionSource().Task;
        var any = Call<Task<Task>>(loaded, "Any", never, source.Task, never);
        var awaited = Call<Task<Task>>(loaded, "Awaited", never, new TaskCompletionSource().Task);
        var isCompleted = false;
        OwnThread.Run("completing", () =>
        {
            source.SetResult();
            isCompleted = any.IsCompleted;
        });
        Assert.That((isCompleted, awaited.IsCompleted), Is.EqualTo((true, false)));
    }

    [Test]
    public void Events_of_the_replaced_promises_are_not_raised([Values] bool woven)
    {
        var loaded = Load(woven);
        using var names = new OperationNames();
        var source = new TaskCompletionSource();
        var never = new TaskCompletionSource().Task;
        Call<Task<Task>>(loaded, "Any", never, source.Task, never);
        Call<Task<Task>>(loaded, "Awaited", never, source.Task);
        source.SetResult();
        Assert.That(names.All, woven ? Does.Not.Contain("Task.WhenAny") : Does.Contain("Task.WhenAny"));
    }

    private static LoadedAssembly Load(bool woven)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source);
        return new LoadedAssembly(woven ? CallDecisions.All.Weave(compiled).Woven.Result : compiled);
    }

    private static T Call<T>(LoadedAssembly loaded, string method, params object[] arguments) =>
        (T)loaded.Assembly.GetType("C")!.GetMethod(method)!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null)!;

    /// <summary>The names of the operations that the base library's tasks report.</summary>
    private sealed class OperationNames : EventListener
    {
        private readonly List<string> _names = [];

        public IReadOnlyList<string> All
        {
            get
            {
                lock (_names)
                {
                    return [.. _names];
                }
            }
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "System.Threading.Tasks.TplEventSource")
            {
                EnableEvents(eventSource, EventLevel.Verbose, EventKeywords.All);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            // The first event may come before this class's constructor has run.
            if (eventData.EventName == "TraceOperationBegin" && _names is { } names)
            {
                lock (names)
                {
                    names.Add((string)eventData.Payload![1]!);
                }
            }
        }
    }
}
