using Tests.Compilation;

namespace Tests.Mutations;

/// <summary>
/// Tests that the suite notices faults in PooledAwait.Runtime. This class runs only one test with each fault. The command <c>dotnet run -c Release --project
/// Tests -- mutations</c> runs all tests with each fault.
/// </summary>
[Thorough]
[Alone]
public sealed class MutationTests
{
    [Test]
    public void Each_fault_is_noticed_and_without_one_nothing_is()
    {
        using var folder = new TemporaryFolder();
        var files = new SuiteFiles(folder.FullName).Write();
        var found = Mutations.All.AsParallel().AsOrdered().WithDegreeOfParallelism(2).Select(mutation =>
        {
            var runtime = files.WriteRuntime(mutation.Fault, mutation.Compile(withChecks: mutation.NoticedBy.Part == SuitePart.Stress));
            return SuiteProcess.Run(files, runtime, mutation.NoticedBy.Part, mutation.NoticedBy.Test);
        }).ToList();
        var runtime = References.Runtime("net10.0");
        var control = Mutations.All.GroupBy(mutation => mutation.NoticedBy.Part, mutation => mutation.NoticedBy.Test)
            .AsParallel().WithDegreeOfParallelism(2).Select(tests => SuiteProcess.Run(files, runtime, tests.Key, [.. tests])).ToList();
        Assert.Multiple(() =>
        {
            Assert.That(Mutations.All.Zip(found).Where(pair => pair.Second is null).Select(pair => pair.First.Fault), Is.Empty);
            Assert.That(control, Has.All.Null);
            Assert.That(Mutations.All, Has.Count.EqualTo(10));
        });
    }

    [TestCase("there is no such text", 0)]
    [TestCase("Recycle(", 2)]
    public void A_fault_that_does_not_fit_its_file_is_refused(string text, int times)
    {
        var mutation = new Mutation("none", "", new CheckName(SuitePart.Traces, ""), ("ValueTaskBox.cs", text, ""));
        var e = Assert.Throws<ArgumentException>(() => mutation.Compile(withChecks: false));
        Assert.That(e!.Message, Is.EqualTo($"ValueTaskBox.cs contains {times} times, not once: {text}"));
    }
}
