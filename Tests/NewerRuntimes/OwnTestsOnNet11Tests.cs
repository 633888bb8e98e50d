using Tests.Builders.Conformance;
using Tests.OlderRuntimes;

namespace Tests.NewerRuntimes;

/// <summary>The tests of builders, WhenAny and timed waits pass on CoreCLR of .NET 11 too. This assembly runs on .NET 11 unchanged.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class OwnTestsOnNet11Tests
{
    /// <summary>These tests fail on .NET 11, because they expect exact numbers of bytes, and a delegate is 8 B smaller on .NET 11.</summary>
    private static readonly string[] s_delegatesAreSmaller =
    [
        $"{typeof(DocumentedBytesTests)}.{nameof(DocumentedBytesTests.The_words_below_it_say_what_an_awaiter_of_ones_own_adds)}",
        $"{typeof(PooledTests)}.{nameof(PooledTests.The_pooled_builder_is_as_expected)}(pooled, Release, Calls_that_await_an_awaiter_of_ones_own_cost_their_continuation)",
    ];

    [Test]
    public static void Builders_and_WhenAny_pass_on_NET_11()
    {
        // Once a listener to the base library's events has existed, .NET 11 allocates more for each await, even when nobody listens any more. So
        // DocumentedBytesTests runs in its own process.
        var bytes = $@"\.{nameof(DocumentedBytesTests)}";
        var (first, ofBytes) = Run(bytes);
        var (second, others) = Run($"^(?!.*{bytes}){OwnTestsRun.AllOfOurs()}");
        new OwnTestsRun(Math.Max(first, second), ofBytes + others).Check(".NET 11.", s_delegatesAreSmaller);
    }

    private static (int ExitCode, string Output) Run(string names)
    {
        var tests = typeof(OwnTestsOnNet11Tests).Assembly.Location;
        return CoreClr11.Run(OwnTestsRun.Briefly, Path.GetDirectoryName(tests)!, tests, OwnTests.Verb, names);
    }
}
