using System.Reflection;
using Benchmarks.Builders;

namespace Benchmarks.Reporting;

/// <summary>Everything that is measured with BenchmarkDotNet, in the order of the report. A new class is one more name here.</summary>
internal static class Catalog
{
    public static IReadOnlyList<Room> Rooms { get; } =
    [
        new("Builders",
        [
            typeof(CallsInFlight),
            typeof(CallsAcrossThreads),
            typeof(YieldOnce),
            typeof(FiveAwaits),
            typeof(ChainOfTen),
            typeof(CompletedAtOnce),
            typeof(TaskWithLocals),
            typeof(AsyncVoid),
            typeof(ResiliencePipeline),
        ]),
    ];
}

/// <summary>A part of the library, and the benchmark classes about it.</summary>
internal sealed record Room(string Name, IReadOnlyList<Type> Types)
{
    public IReadOnlyList<Case> Cases { get; } =
        [.. Types.SelectMany(type => type.GetCustomAttributes<GoalAttribute>().Select(goal => new Case(type, goal)))];
}

/// <summary>One row of the report: a benchmark class with a value of its parameter, and what it is to reach.</summary>
internal sealed record Case(Type Type, GoalAttribute Goal)
{
    /// <summary>What a filter is compared with.</summary>
    public string Name => Goal.Parameter is null ? Type.Name : $"{Type.Name}({Goal.Parameter})";
}
