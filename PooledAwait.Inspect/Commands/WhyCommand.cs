using System.CommandLine;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>Explains the weaver's decisions about methods, down to the line that decides. Writes no file.</summary>
internal static class WhyCommand
{
    private static readonly Argument<string> s_pattern = new("method")
    {
        Description = "The method as reports name it, Namespace.Type.Method or Namespace.Type.Method(int, string); * stands for any text.",
    };

    public static Command Create(CommonArguments common) => common.Command(
        "why",
        "Explains what each rewrite decided about a method: the reasons one by one, down to the line that decides, and what to change. Writes no file.",
        [s_pattern],
        Run);

    private static void Run(Request request)
    {
        var text = request.Parsed.GetRequiredValue(s_pattern);
        var pattern = new MethodPattern(text);
        var answers = request.Input.Assemblies
            .SelectMany(path => request.Use(path, assembly => MethodExplanation.Of(assembly, request.Config, pattern)))
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

        request.Output.Write(string.Join("\n", answers.Select(answer => answer.ToString())));
    }
}
