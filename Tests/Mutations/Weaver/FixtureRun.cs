using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;
using Tests.Snapshots;

namespace Tests.Mutations.Weaver;

/// <summary>Runs fixtures in this process, in the given order, one test at a time. Ends the process at the first failed test or after the last test.</summary>
internal sealed class FixtureRun : ITestListener
{
    private static readonly TextWriter s_output = Console.Out;

    public static int Run(IReadOnlyList<string> tests)
    {
        Verifier.LeavesReceivedFiles = false;
        foreach (var test in tests)
        {
            var runner = new NUnitTestAssemblyRunner(new DefaultTestAssemblyBuilder());
            runner.Load(typeof(FixtureRun).Assembly, new Dictionary<string, object> { ["LOAD"] = new List<string> { $"Tests.{test}" }, ["NumberOfTestWorkers"] = 0 });
            runner.Run(new FixtureRun(), TestFilter.Empty);
        }

        Environment.Exit(0);
        return 0;
    }

    public void TestStarted(ITest test)
    {
        if (!test.IsSuite)
        {
            s_output.WriteLine(NoticingProcess.Running + NameOf(test));
        }
    }

    public void TestFinished(ITestResult result)
    {
        if (result.ResultState.Status == TestStatus.Failed)
        {
            // If a fixture's setup fails, no test of the fixture has run. So the fixture itself is reported.
            if (result.Test.IsSuite)
            {
                s_output.WriteLine(NoticingProcess.Running + NameOf(result.Test));
            }

            s_output.WriteLine($"{NoticingProcess.Noticed}{result.Test.Name} {result.Message.ReplaceLineEndings(" ")}");
            s_output.Flush();
            Environment.Exit(1);
        }
    }

    // Omits the test's arguments, because some arguments are whole programs.
    private static string NameOf(ITest test) => (test.MethodName is { } method ? $"{test.ClassName}.{method}" : test.FullName)["Tests.".Length..];

    public void TestOutput(TestOutput output)
    {
    }

    public void SendMessage(TestMessage message)
    {
    }
}
