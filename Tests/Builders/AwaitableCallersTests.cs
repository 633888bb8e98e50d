using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>Tests the callers of a method that gets a ValueTask, and returns only the ValueTask's awaiter or configured awaitable.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class AwaitableCallersTests
{
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "H().GetResult();", Pooled)]
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "var a = H(); if (!a.IsCompleted) Use(); a.GetResult();", Pooled)]
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "var a = H(); a.GetResult(); a.GetResult();", "consumed-twice")]
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "Func<ValueTaskAwaiter<int>> f = H; var a = f(); a.GetResult(); a.GetResult();", "consumed-twice")]
    [TestCase("static ValueTaskAwaiter<int> H() { var a = M().GetAwaiter(); a.GetResult(); return a; }", "H();", "consumed-twice")]
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "H();", "discarded")]
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "Use((object)H());", "stored")]
    [TestCase("static ValueTaskAwaiter<int> H() => M().GetAwaiter();", "H().OnCompleted(Use);", "passed-on")]
    [TestCase("static ConfiguredValueTaskAwaitable<int> H() => M().ConfigureAwait(false);", "H().GetAwaiter().GetResult();", Pooled)]
    [TestCase("static ConfiguredValueTaskAwaitable<int> H() => M().ConfigureAwait(false);", "var c = H(); c.GetAwaiter().GetResult(); c.GetAwaiter().GetResult();", "consumed-twice")]
    [TestCase("static ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter H() => M().ConfigureAwait(false).GetAwaiter();", "var a = H(); a.GetResult(); a.GetResult();", "consumed-twice")]
    [TestCase("struct W { public ValueTaskAwaiter<int> GetAwaiter() => M().GetAwaiter(); }", "Task.Run(async () => await new W());", Pooled)]
    [TestCase("struct W { public ValueTaskAwaiter<int> GetAwaiter() => M().GetAwaiter(); }", "var a = new W().GetAwaiter(); Task.Run(async () => a.GetResult());", "stored")]
    public void What_the_callers_of_a_method_do_that_returns_an_awaitable_or_an_awaiter(string method, string caller, string expected) =>
        AssertDecision($"{method} static void Caller() {{ {caller} }}", expected);
}
