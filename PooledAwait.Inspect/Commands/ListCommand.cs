using System.CommandLine;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>Lists what a weave would change, and what it would leave alone, in assemblies that may already be woven. Writes no file.</summary>
internal static class ListCommand
{
    public static Command Create(CommonArguments common) => common.Command(
        "list",
        "Lists what would be woven, what was woven before, and what is left alone and why. Writes no file.",
        [],
        Run);

    private static void Run(Request request)
    {
        var answers = request.Input.Assemblies
            .Select(path => request.Use(path, assembly => AssemblyAnswer.Of(assembly, request.Config)))
            .ToList();
        AssemblyAnswer.WriteWarnings(request.Error, answers);
        if (request.IsJson)
        {
            request.Output.Write(AssemblyAnswer.Json(answers));
            return;
        }

        request.Output.Write(string.Join("\n", answers.Select(answer => ReportText.Of(answer.Report))));
    }
}
