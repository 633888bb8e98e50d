using System.Globalization;
using System.Reflection;
using Benchmarks.Builders;
using Benchmarks.DirectAwaits;
using Benchmarks.StateObjects;
using Benchmarks.TimedWaits;
using Benchmarks.WhenAny;

namespace Benchmarks.Reporting;

/// <summary>All benchmark classes that BenchmarkDotNet runs, in the order of the report. Add new classes here.</summary>
internal static class Catalog
{
    public static IReadOnlyList<Category> Categories { get; } =
    [
        new("Builders",
        [
            typeof(CallsInFlight),
            typeof(CallsAcrossThreads),
            typeof(StoredCalls),
            typeof(YieldOnce),
            typeof(FiveAwaits),
            typeof(ChainOfTen),
            typeof(CompletedAtOnce),
            typeof(TaskWithLocals),
            typeof(SmallMachines),
            typeof(AsyncVoid),
            typeof(ResiliencePipeline),
        ]),
        new("DirectAwaits",
        [
            typeof(OneTask),
            typeof(ChainOfTenTasks),
            typeof(TenTasksAtOnce),
            typeof(TenVirtualCalls),
        ]),
        new("WhenAny",
        [
            typeof(AllCompleted),
            typeof(AllCompletedInline),
            typeof(AllPendingThenComplete),
            typeof(AllPendingThenCompleteInline),
            typeof(AwaitOfCompleted),
            typeof(AwaitOfPending),
            typeof(LongLivedTasks),
        ]),
        new("TimedWaits",
        [
            typeof(TimeoutByWhenAny),
            typeof(TimeoutByWaitAsync),
            typeof(DelayOfOne),
        ]),
        new("ContinueWith",
        [
            typeof(ThisOnly),
            typeof(ThisOnlyWithResult),
            typeof(OneReference),
            typeof(TwoReferences),
            typeof(ResultOrZero),
            typeof(FaultLogging),
            typeof(LinearContinuationChain),
            typeof(DualContinuationChain),
        ]),
        new("StateObjects",
        [
            typeof(GetOrAddOne),
            typeof(GetOrAddTwo),
            typeof(AddOrUpdateBoth),
            typeof(RegisterOne),
            typeof(StartNewOne),
            typeof(StartNewTwo),
            typeof(RunOne),
            typeof(QueueOne),
        ]),
    ];

    public static IReadOnlyList<Case> Cases { get; } = [.. Categories.SelectMany(category => category.Cases)];
}

/// <summary>A part of the library, and the benchmark classes about this part.</summary>
internal sealed record Category(string Name, IReadOnlyList<Type> Types)
{
    public IReadOnlyList<Case> Cases { get; } =
        [.. Types.SelectMany(type => type.GetCustomAttributes<GoalAttribute>().Select(goal => new Case(Name, type, goal)))];
}

/// <summary>One row of the report: a benchmark class, a value of the class's parameter, and the goal for this value.</summary>
internal sealed record Case(string Category, Type Type, GoalAttribute Goal)
{
    /// <summary>The name of the case, for filters and for the file in the archive.</summary>
    public string Name { get; } = Goal.Parameter is null
        ? $"{Category}.{Type.Name}"
        : string.Create(CultureInfo.InvariantCulture, $"{Category}.{Type.Name}({Goal.Parameter})");
}
