using Tests.Compilation;

namespace Tests.StateObjects;

/// <summary>Tests calls whose state would be a task, or would refer to a task. That task would then live as long as the task that the call returns.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CapturedTasksTests
{
    [TestCaseSource(typeof(Extent), nameof(Extent.ShapesAsCases))]
    public void Leaves_a_captured_task_whose_type_is_a_type_parameter(Shape shape)
    {
        var (_, decisions) = CallDecisions.All.Weave(Fixtures.Compile(shape, """
            using System.Threading.Tasks;

            public static class C
            {
                public static Task Own<T>(Task gate, T previous) where T : Task => gate.ContinueWith(_ => previous.Wait());
                public static Task Others<T, U>(Task gate, U previous) where T : Task<int> where U : class, T => gate.ContinueWith(_ => previous.Wait());
            }
            """));
        Assert.That(CallDecisions.All.Of(decisions, "C").Select(decision => decision.Decision), Is.EqualTo(new[] { "captures-task", "captures-task" }));
    }

    /// <summary>Serial queues, in which each link holds the previous link's task, in a value or in a field. A list of tasks does not count as a link.</summary>
    [TestCase("static Task M(Task before, Step step) => before.ContinueWith(_ => Use(step));", "captures-task")]
    [TestCase("static Task M(Task before, Step? step, string s) => before.ContinueWith(_ => Use(step, s));", "captures-task")]
    [TestCase("static Task M(Task before, (int, Step) step, string s) => before.ContinueWith(_ => Use(step, s));", "captures-task")]
    [TestCase("readonly Task _before; Task M() => _before.ContinueWith(_ => Use(this));", "captures-task")]
    [TestCase("Task Before { get; init; } Task M() => Before.ContinueWith(_ => Use(this));", "captures-task")]
    [TestCase("Task Before { get; set; } Task M() => Before.ContinueWith(_ => Use(this));", "captures-task")]
    [TestCase("static Given N(Task task) => new() { Before = task }; static Task M(Task before, Given link) => before.ContinueWith(_ => Use(link));", "captures-task")]
    [TestCase("Task[] _before; C(Task[] before) => _before = before; Task M() => _before[0].ContinueWith(Go); void Go(Task task) { }", "captures-task")]
    [TestCase("Task _last; Task M(Task task) => _last = task.ContinueWith(_ => Use(this));", "ContinueWith passes the delegate's object as its state.")]
    [TestCase("Task _last; async Task N() { _last = Task.Delay(1); await _last; } Task M(Task task) => task.ContinueWith(_ => Use(this));", "ContinueWith passes the delegate's object as its state.")]
    [TestCase("static Task _before; Task M() => _before.ContinueWith(Go); void Go(Task task) { }", "ContinueWith passes the delegate's object as its state.")]
    [TestCase("static Task M(Task before, Derived link) => before.ContinueWith(_ => Use(link));", "captures-task")]
    [TestCase("static Task M(Task before, OfTasks<int> link) => before.ContinueWith(_ => Use(link));", "captures-task")]
    [TestCase("static Task M(Task before, Pairs<int> pairs) => before.ContinueWith(_ => Use(pairs));", "ContinueWith passes the captured pairs as its state; there is no closure object.")]
    [TestCase("static Task M(Task before, List<Task> all) => before.ContinueWith(_ => Use(all));", "ContinueWith passes the captured all as its state; there is no closure object.")]
    [TestCase("static Task M(Task before, SemaphoreSlim gate) => before.ContinueWith(_ => gate.Release());", "ContinueWith passes the captured gate as its state; there is no closure object.")]
    public void Leaves_a_state_with_a_task_in_it(string members, string decision)
    {
        var (_, decisions) = CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, $$"""
            using System.Collections.Generic;
            using System.Threading;
            using System.Threading.Tasks;

            public struct Step { public int Number; public Task Before; }
            public class Link { protected Task<int> before; }
            public class Derived : Link { }
            public class Given { public Task Before; }
            public class Pair<K, V> { protected readonly Dictionary<K, V> items; protected readonly V last; }
            public class OfTasks<T> : Pair<T, Task<T>> { }
            public class Pairs<T> : Pair<int, T> { }
            public class C { {{members}} static void Use(object one, object other = null) { } }
            """));
        Assert.That(CallDecisions.All.Of(decisions, "C").Select(told => told.Decision), Is.EqualTo(new[] { decision }));
    }

    /// <summary>If the lambda does not assign its parameter, this parameter replaces the captured task, because both are the antecedent.</summary>
    [TestCase("t => t.Result + task.Result", "ContinueWith: the lambda needs no more than its own parameter; there is no closure object.")]
    [TestCase("t => { var r = t.Result; t = null; return r + task.Result + (t == null ? 1 : 0); }", "captures-task")]
    public void Leaves_a_captured_task_whose_lambda_assigns_its_parameter(string lambda, string decision)
    {
        var (_, decisions) = CallDecisions.All.Weave(Fixtures.Compile(
            Shape.Release, $"using System.Threading.Tasks; public static class C {{ public static Task<int> M(Task<int> task) => task.ContinueWith({lambda}); }}"));
        Assert.That(CallDecisions.All.Of(decisions, "C").Select(told => told.Decision), Is.EqualTo(new[] { decision }));
    }
}
