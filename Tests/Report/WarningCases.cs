using PooledAwait.Inspect.Weaving;

namespace Tests.Report;

/// <summary>Code that a build warns of, with the text of the warning.</summary>
public static class WarningCases
{
    public static IEnumerable<TestCaseData> All =>
    [
        new TestCaseData(
            "PA001", WeaverMessageLevel.Warning, null,
            "<PooledAwait Exclude='Lib.*'/>", "class C;",
            "PooledAwait PA001: the pattern 'Lib.*' of Exclude matches nothing in AssemblyToProcess.dll. Correct or remove it. " +
            "(To silence it: <PooledAwaitSuppress>PA001</PooledAwaitSuppress>.)"),
        new TestCaseData(
            "PA002", WeaverMessageLevel.High, null,
            "<PooledAwait/>",
            """
            using System.Threading.Tasks;
            class C
            {
                static async ValueTask<int> M() { await Task.Yield(); return 1; }
                static int N() { var task = M(); return task.GetAwaiter().GetResult() + task.GetAwaiter().GetResult(); }
            }
            """,
            "/source.cs(4,39): PooledAwait PA002: C.M() keeps its builder. A caller may consume the method's ValueTask more than once. In C.N(), source.cs:5. " +
            "`ValueTaskAwaiter<int>.GetResult` consumes it again. (source.cs:5) " +
            "In that caller, await it once. If you need it more often, keep the result, or call AsTask() once and keep the task. " +
            "(To silence it: <PooledAwaitSuppress>PA002</PooledAwaitSuppress>, or [PooledAwaitIgnore] on the method.)"),
        new TestCaseData(
            "PA002", WeaverMessageLevel.High, null,
            "<PooledAwait/>",
            """
            using System;
            class C
            {
                static void N(IAsyncDisposable other)
                {
                    var task = other.DisposeAsync();
                    task.GetAwaiter().GetResult();
                    task.GetAwaiter().GetResult();
                }
            }
            """,
            "/source.cs(6,9): PooledAwait PA002: A call in C.N(IAsyncDisposable) gets a task. The caller uses, or may use, the ValueTask in a way that its contract forbids. " +
            "If the ValueTask is pooled, this call gets a ValueTask that wraps a task instead. It calls DisposeAsync in System.Runtime (consumed-twice). " +
            "`ValueTaskAwaiter.GetResult` consumes it again. (source.cs:8) " +
            "Await the call itself, once, or call AsTask() once and keep the task. (To silence it: <PooledAwaitSuppress>PA002</PooledAwaitSuppress>.)"),
        new TestCaseData(
            "PA003", WeaverMessageLevel.Warning, "/source.cs(5,34)",
            "<PooledAwait/>",
            """
            using System.Threading.Tasks;
            class C
            {
                [PooledAwait.PooledAwait]
                static async ValueTask M() { await Task.Yield(); }
                static void N() { _ = M().IsCompleted; }
            }
            """,
            "PooledAwait PA003: C.M() carries [PooledAwait], but nothing in it was changed. " +
            "No caller consumes the method's ValueTask. Callers only read its status, or discard it. With a pooled builder, the boxes of these calls would never come back to the pool. The weaver returns the box of a discarded call, but only in code that it may change, and only from .NET 8 on. In C.N(), source.cs:6. " +
            "Await it, or let the method return Task if nobody has to wait for it. " +
            "(To silence it: <PooledAwaitSuppress>PA003</PooledAwaitSuppress>, or remove the attribute.)"),
        new TestCaseData(
            "PA004", WeaverMessageLevel.High, null,
            "<PooledAwait/>", "using System.Threading.Tasks; class C { static async ValueTask M() { await Task.Yield(); } }",
            "/source.cs(1,70): PooledAwait PA004: C.M() keeps its builder. Its state machine does not look like one that the C# compiler made. " +
            "Its state machine `C+<M>d__0` has 2 fields of its builder's type instead of one. " +
            "If no other tool has changed it, please report it with the method's source: your C# compiler may be newer than the weaver. " +
            "(To silence it: <PooledAwaitSuppress>PA004</PooledAwaitSuppress>, or [PooledAwaitIgnore] on the method.)"),
        new TestCaseData(
            "PA007", WeaverMessageLevel.High, null,
            "<PooledAwait Report='Full'/>",
            """
            using System.Threading.Tasks;
            class C
            {
                static async ValueTask<int> M() { await Task.Yield(); return 1; }
                ValueTask<int> field;
                void N() => field = M();
            }
            """,
            "/source.cs(6,17): PooledAwait PA007: C.M() keeps its builder. " +
            "A caller keeps the method's ValueTask in a field, an array, a collection or a closure. In C.N(), source.cs:6. The field `C.field` holds it. (source.cs:6) " +
            "Await it once in the calling method, or store the Task that AsTask() returns. " +
            "(To silence it: <PooledAwaitSuppress>PA007</PooledAwaitSuppress>, or [PooledAwaitIgnore] on the method.)"),
    ];
}
