using System.Diagnostics;
using NUnit.Framework;

namespace Tests.Inspect.Stacks;

/// <summary>Looks at a program again and again, until what was started in it has come to its place.</summary>
internal static class RepeatedLook
{
    /// <summary>Only a look at what will never be so takes as long.</summary>
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    /// <param name="isThere">Whether an output shows it.</param>
    /// <param name="prepare">What is done before each look.</param>
    /// <param name="arguments">The tool's.</param>
    /// <returns>The output that shows it, or the last; and what stood on the error output then.</returns>
    public static (string Output, string Error) Until(Func<string, bool> isThere, Action prepare, params string[] arguments)
    {
        var clock = Stopwatch.StartNew();
        while (true)
        {
            prepare();
            var (exitCode, output, error) = ToolRun.Run(arguments);
            Assert.That(exitCode, Is.Zero, error);
            if (isThere(output) || clock.Elapsed > s_patience)
            {
                return (output, error);
            }
        }
    }
}
