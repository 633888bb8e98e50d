using System.CommandLine;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>Prints methods before and after weaving. Writes no file.</summary>
internal static class IlCommand
{
    private static readonly Argument<string> s_pattern = new("method")
    {
        Description = "The method as reports name it, Namespace.Type.Method or Namespace.Type.Method(int, string); * stands for any text. " +
            "An async method includes its state machine.",
    };

    public static Command Create(CommonArguments common) => common.Command(
        "il",
        "Prints the IL of methods before and after weaving. Writes no file.",
        [s_pattern],
        Run);

    private static void Run(Request request)
    {
        var text = request.Parsed.GetRequiredValue(s_pattern);
        var pattern = new MethodPattern(text);
        var answers = request.Input.Assemblies
            .SelectMany(path => request.Use(path, assembly => MethodComparison.Of(assembly, request.Config, pattern)))
            .ToList();
        if (answers.Count == 0)
        {
            throw new InputException($"No method is named '{text}'; 'list' prints names, and * stands for any text.");
        }

        if (request.IsJson)
        {
            Json.Write(request.Output, answers);
            return;
        }

        foreach (var answer in answers)
        {
            answer.WriteTo(request.Output);
        }
    }
}
