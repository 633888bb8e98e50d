namespace Tests.Inspect.Stacks;

/// <summary>Tasks and calls that wait for each other in a circle. None of them can ever go on, and the tool shows all of them.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class CircleTests
{
    /// <summary>
    /// The output omits a task that only passes on another task's result. In this program, two tasks of this kind pass on each other's result.
    /// </summary>
    [Test]
    public void One_with_a_task_that_hands_on_itself()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Threading;
            using System.Threading.Tasks;

            public static class App
            {
                private static Task s_itself = Task.CompletedTask;

                public static void Main()
                {
                    var outer = new Task<Task>(() => s_itself);
                    s_itself = outer.Unwrap();
                    var waits = Waits();
                    outer.RunSynchronously();
                    Console.WriteLine("ready");
                    Console.ReadLine();
                    GC.KeepAlive(waits);
                }

                private static async Task Waits() => await s_itself;
            }
            """);
        var looks = Task.Run(() => ToolRun.Run("stacks", $"{program.Id}"));
        Assert.That(looks.Wait(TimeSpan.FromSeconds(60)), "the look does not end");
        var (exitCode, output, error) = looks.Result;
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("App.Waits").And.Contain("[waits for itself: see above]"));
    }

    /// <summary>Each first call also waits for another circle, and the two wait for its circles in a different order.</summary>
    [Test]
    public void Calls_that_wait_for_themselves_and_for_another_such_circle_are_all_shown()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Threading.Tasks;

            public static class App
            {
                public static void Main()
                {
                    var first = new TaskCompletionSource<Task>();
                    var last = new TaskCompletionSource<Task>();
                    var inner = new TaskCompletionSource<Task>();
                    var ofFirst = OfFirst(first.Task.Unwrap());
                    var end = End(Inner(inner.Task.Unwrap()));
                    inner.SetResult(end);
                    first.SetResult(First(ofFirst, end));
                    last.SetResult(Last(end, OfLast(last.Task.Unwrap())));
                    Console.WriteLine("ready");
                    Console.ReadLine();
                    GC.KeepAlive((first, last));
                }

                private static async Task First(Task itself, Task end) => await Task.WhenAll(itself, end);

                private static async Task OfFirst(Task first) => await first;

                private static async Task Last(Task end, Task itself) => await Task.WhenAll(end, itself);

                private static async Task OfLast(Task last) => await last;

                private static async Task End(Task inner) => await inner;

                private static async Task Inner(Task end) => await end;
            }
            """);
        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}");
        Assert.That(exitCode, Is.Zero, error);
        foreach (var name in new[] { "First", "OfFirst", "Last", "OfLast", "End", "Inner" })
        {
            Assert.That(output, Does.Contain($" App.{name} "));
        }
    }

    /// <summary>Nothing but the call itself keeps it inside, so no other semaphore is to blame.</summary>
    [Test]
    public void A_call_that_waits_for_itself_inside_a_semaphore_is_in_no_circle_of_semaphores()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            using System;
            using System.Threading;
            using System.Threading.Tasks;

            public static class App
            {
                private static readonly SemaphoreSlim s_door = new(1);

                public static void Main()
                {
                    var itself = new TaskCompletionSource<Task>();
                    itself.SetResult(Inside(itself.Task.Unwrap()));
                    var outside = Outside();
                    Console.WriteLine("ready");
                    Console.ReadLine();
                    GC.KeepAlive((itself, outside));
                }

                private static async Task Inside(Task itself)
                {
                    await s_door.WaitAsync();
                    await itself;
                    s_door.Release();
                }

                private static async Task Outside()
                {
                    await s_door.WaitAsync();
                    s_door.Release();
                }
            }
            """);
        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}");
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("inside: App.Inside"));
        Assert.That(output + error, Does.Not.Contain("wait for each other"));
    }
}
