using System.CommandLine;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>Weaves assemblies into another folder, together with all other files of the input's folder and PooledAwait.Runtime.</summary>
internal static class WeaveCommand
{
    private static readonly Option<string> s_output = new("--output", "-o")
    {
        Description = "The folder for the woven assemblies. It also gets every other file of an input folder; " +
            "unchanged assemblies are copied.",
        HelpName = "folder",
        Required = true,
    };

    private static readonly Option<bool> s_together = new("--together")
    {
        Description = "Weaves the assemblies of a folder as one program, so calls between them need no task either. Code outside the folder " +
            "must not use their ValueTasks in a way that the contract forbids.",
    };

    private static readonly Option<string[]> s_assemblies = new("--assembly")
    {
        Description = "Weaves only assemblies with this name (* stands for any text) and copies the others. May be given more than once.",
        HelpName = "name",
        DefaultValueFactory = _ => [],
    };

    public static Command Create(CommonArguments common) => common.Command(
        "weave",
        "Weaves an assembly, or every one in a folder, into another folder. Either all files are written or none.",
        [s_output, s_together, s_assemblies],
        Run);

    private static void Run(Request request)
    {
        var named = request.Parsed.GetRequiredValue(s_output);
        if (named.Length == 0)
        {
            throw new InputException("The output has no name; name a folder.");
        }

        var target = Path.TrimEndingDirectorySeparator(Path.GetFullPath(named));
        if (WithoutLinks(target) == WithoutLinks(Path.TrimEndingDirectorySeparator(request.Input.Root)))
        {
            throw new InputException("The output folder is the input's own; name another one.");
        }

        if (File.Exists(target))
        {
            throw new InputException($"The output '{target}' is a file; name a folder.");
        }

        var together = request.Parsed.GetValue(s_together);
        var input = (together ? request.Input.AsProgram() : request.Input).Only(request.Parsed.GetRequiredValue(s_assemblies));
        var answers = WovenFolder.Write(request, input, target, together);
        AssemblyAnswer.WriteWarnings(request.Error, answers);
        AssemblyAnswer.WriteLostCode(request.Error, answers);
        if (request.IsJson)
        {
            request.Output.Write(AssemblyAnswer.Json(answers));
            return;
        }

        foreach (var answer in answers)
        {
            request.Output.WriteLine($"{answer.Assembly}: {answer.Summary}");
        }
    }

    /// <summary>Returns a folder's path, with all links resolved.</summary>
    private static string WithoutLinks(string path)
    {
        if (Path.GetDirectoryName(path) is not { } parent)
        {
            return path;
        }

        var folder = new DirectoryInfo(Path.Combine(WithoutLinks(parent), Path.GetFileName(path)));
        return folder.Exists && folder.ResolveLinkTarget(returnFinalTarget: true) is { } target ? WithoutLinks(target.FullName) : folder.FullName;
    }
}
