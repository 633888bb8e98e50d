using System.CommandLine;
using System.CommandLine.Invocation;

namespace PooledAwait.Inspect.Commands;

/// <summary>Makes the tool's command line and runs it.</summary>
internal static class Tool
{
    /// <returns>The exit code.</returns>
    public static int Run(string[] arguments, TextWriter output, TextWriter error)
    {
        var common = new CommonArguments();
        var command = new RootCommand(
            "Weaves assemblies with PooledAwait.Fody outside a build, and shows what it does to them and to running programs. " +
            "Exit codes: 0 done; 1 failed, with the reason; 2 check or verify found something.")
        {
            CompareCommand.Create(common),
            TopCommand.Create(),
            StacksCommand.Create(),
            WeaveCommand.Create(common),
            CheckCommand.Create(common),
            VerifyCommand.Create(common),
            ListCommand.Create(common),
            WhyCommand.Create(common),
            IlCommand.Create(common),
            ReportCommand.Create(common),
        };

        var parsed = command.Parse(arguments);
        if (parsed.Action is ParseErrorAction usage)
        {
            usage.ShowHelp = false;
        }

        return parsed.Invoke(new InvocationConfiguration
        {
            Output = output,
            Error = error,

            // The time limit for the work after ctrl-C: ending the programs that the tool started, and deleting their copies.
            ProcessTerminationTimeout = TimeSpan.FromSeconds(20),
        });
    }
}
