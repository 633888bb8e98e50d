using System.Runtime.InteropServices;
using System.Security;
using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

namespace Tests.OlderRuntimes;

/// <summary>Runs tests of this assembly in this process. Prints the name of the process's runtime, and the result of each test.</summary>
internal static class OwnTests
{
    public const string Verb = "own-tests";

    /// <param name="name">A regular expression for the full names of the tests to run; null to run all tests.</param>
    public static int Run(string? name)
    {
        // Keeps the console's own writer, because NUnit redirects the console while tests run.
        var output = Console.Out;
        output.WriteLine(RuntimeInformation.FrameworkDescription);
        var runner = new NUnitTestAssemblyRunner(new DefaultTestAssemblyBuilder());
        runner.Load(typeof(OwnTests).Assembly, new Dictionary<string, object>());
        var filter = name is null ? TestFilter.Empty : TestFilter.FromXml($"<filter><test re='1'>{SecurityElement.Escape(name)}</test></filter>");
        return runner.Run(new Listener(output), filter).ResultState.Status == TestStatus.Failed ? 1 : 0;
    }

    private sealed class Listener(TextWriter output) : ITestListener
    {
        public void TestStarted(ITest test)
        {
        }

        public void TestFinished(ITestResult result)
        {
            // Also lists a fixture that failed by itself, not because one of its tests failed.
            var status = result.ResultState.Status;
            if (!result.HasChildren || (status == TestStatus.Failed && result.ResultState.Site != FailureSite.Child))
            {
                output.WriteLine($"{status} {result.FullName}");
            }

            if (status != TestStatus.Passed && !result.HasChildren)
            {
                output.WriteLine(result.Message);
                output.WriteLine(result.StackTrace);
            }
        }

        public void TestOutput(TestOutput output)
        {
        }

        public void SendMessage(TestMessage message)
        {
        }
    }
}
