using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>Tests how the weaver follows a ValueTask that is passed to an async method: into that method's state machine.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class MachineArgumentTests
{
    [TestCase("static async Task<int> Once(ValueTask<int> v) { var i = await v; try { await Task.Yield(); } finally { Use(); } return i; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); } finally { await v; } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); } finally { v.AsTask().Wait(); } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); await v; } finally { Use(); } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); await v; } finally { await v; } } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; await Task.Yield(); } finally { v.AsTask().Wait(); } } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { var i = await v; for (;;) { try { await Task.Yield(); if (Environment.TickCount > 0) return i; } catch (Exception) { await Task.Yield(); } } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { using var s = new System.IO.MemoryStream(await v); await Task.Yield(); return 1; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { await using var s = new System.IO.MemoryStream(await v); await Task.Yield(); return 1; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v, int k = 1) => k switch { 1 => await v, 2 => await v + 1, _ => v.Result }; static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { if (await v > 1 && Environment.TickCount > 0) await Task.Yield(); } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { await Task.Yield(); lock (typeof(C)) { v.GetAwaiter().GetResult(); } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { for (;;) { await Task.Yield(); if (Environment.TickCount > 0) break; } await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { await v; foreach (var i in new List<int>()) await Task.Yield(); } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { foreach (var i in new List<int>()) { await Task.Yield(); } await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { foreach (var i in new List<int>()) { await v; } } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { again: var i = await v; if (i > 5) goto again; } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; } catch (Exception) when (v.IsFaulted) { } } static void Caller() { Once(M()); }", "asked-after-consumption")]
    [TestCase("static async Task Once(ValueTask<int> v) { while (true) { try { await v; return; } catch (Exception) { } } } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(await v, v); static async Task<int> Twice(int i, ValueTask<int> v) => await v; static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(v, await v); static async Task<int> Twice(ValueTask<int> v, int i) => await v; static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task<int> Once(ValueTask<int> v, ValueTask<int> w) => await Both(await v, await w); static async Task<int> Both(int i, int j) { await Task.Yield(); return i; } static void Caller() { Once(M(), M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { var w = v; await w; await w; } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) => await Task.WhenAny(v.AsTask(), Task.Delay(1)); static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { dynamic d = v; await d; await d; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { dynamic d = Task.CompletedTask; await d; await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static void AwaitOnCompleted() { } static async Task Once(ValueTask<int> v) { await v; AwaitOnCompleted(); await v; } static void Caller() { Once(M()); }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; } finally { if (Environment.TickCount > 0) await Task.Yield(); } v = default; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { foreach (var i in new List<int>()) { await Task.Yield(); } if (Environment.TickCount > 0) await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { while (true) { await Task.Yield(); try { await Task.Yield(); if (Environment.TickCount > 0) return; } finally { Use(); } await v; return; } } static void Caller() { Once(M()); }", Pooled)]
    public void How_a_machine_comes_to_it(string members, string expected) => AssertDecision(members, expected);

    [Test]
    public void A_builder_of_somebody_else_may_run_a_machine_twice() => AssertDecision(
        """
        struct Builder<R>
        {
            private AsyncValueTaskMethodBuilder<R> _builder;
            public static Builder<R> Create() => default;
            public ValueTask<R> Task => _builder.Task;
            public void Start<T>(ref T machine) where T : IAsyncStateMachine => _builder.Start(ref machine);
            public void SetStateMachine(IAsyncStateMachine machine) { }
            public void SetResult(R result) => _builder.SetResult(result);
            public void SetException(Exception exception) => _builder.SetException(exception);
            public void AwaitOnCompleted<A, T>(ref A awaiter, ref T machine) where A : INotifyCompletion where T : IAsyncStateMachine =>
                _builder.AwaitOnCompleted(ref awaiter, ref machine);
            public void AwaitUnsafeOnCompleted<A, T>(ref A awaiter, ref T machine) where A : ICriticalNotifyCompletion where T : IAsyncStateMachine =>
                _builder.AwaitUnsafeOnCompleted(ref awaiter, ref machine);
        }

        [AsyncMethodBuilder(typeof(Builder<>))]
        static async ValueTask<int> Once(ValueTask<int> v) => await v;
        static async Task Caller() => await Once(M());
        """,
        "passed-on");
}
