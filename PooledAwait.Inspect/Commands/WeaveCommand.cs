using System.CommandLine;
using System.Xml.Linq;
using PooledAwait.Fody;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>Weaves assemblies into another folder, which then has all that the input's folder has and PooledAwait.Runtime.</summary>
internal static class WeaveCommand
{
    private static readonly Option<string> s_output = new("--output", "-o")
    {
        Description = "The folder for the woven assemblies. It gets everything else that an input folder has as well; " +
            "assemblies without a change are copied.",
        HelpName = "folder",
        Required = true,
    };

    public static Command Create(CommonArguments common) => common.Command(
        "weave",
        "Weaves an assembly, or every one in a folder, into another folder. Either all files are written or none.",
        [s_output],
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

        var answers = new List<AssemblyAnswer>();
        using (var folder = new StagedFolder(target))
        {
            foreach (var path in request.Input.Assemblies)
            {
                answers.Add(request.Use(path, assembly => Weave(assembly, request.Config, folder)));
            }

            // A folder that has the library already keeps its own.
            var hasRuntime = request.Input.Others.Any(other => Path.GetFileName(other) == RuntimeReference.Name + ".dll");
            var runtime = answers.Any(answer => answer.Changed > 0) && !hasRuntime
                ? Frameworks.RuntimeLibraryFor(request.Input.Assemblies)
                : null;
            CopyOthers(request.Input, runtime, folder, target);
            if (runtime != null)
            {
                folder.Copy(Path.GetFileName(runtime), runtime);
            }

            folder.Commit();
        }

        if (request.IsJson)
        {
            Json.Write(request.Output, answers);
            return;
        }

        foreach (var answer in answers)
        {
            request.Output.WriteLine($"{answer.Assembly}: {answer.Summary}");
        }
    }

    /// <summary>The path by which a folder is reached without links.</summary>
    private static string WithoutLinks(string path)
    {
        if (Path.GetDirectoryName(path) is not { } parent)
        {
            return path;
        }

        var folder = new DirectoryInfo(Path.Combine(WithoutLinks(parent), Path.GetFileName(path)));
        return folder.Exists && folder.ResolveLinkTarget(returnFinalTarget: true) is { } target ? WithoutLinks(target.FullName) : folder.FullName;
    }

    /// <summary>
    /// Copies what is not woven, apart from what lies in the output folder, where that is one within the input's. Into the manifest of a program
    /// goes the library that it did not know of.
    /// </summary>
    private static void CopyOthers(Input input, string? runtime, StagedFolder folder, string target)
    {
        var others = input.Others
            .Except(input.Assemblies.Select(SymbolsOf))
            .Where(other => !other.StartsWith(target + Path.DirectorySeparatorChar, StringComparison.Ordinal));
        foreach (var other in others)
        {
            var name = Path.GetRelativePath(input.Root, other);
            var isManifest = name.EndsWith(DependencyManifest.Extension, StringComparison.OrdinalIgnoreCase);
            if (isManifest && runtime != null && DependencyManifest.With(other, runtime) is { } manifest)
            {
                folder.Write(name, manifest);
            }
            else
            {
                folder.Copy(name, other);
            }
        }
    }

    private static AssemblyAnswer Weave(OpenAssembly assembly, XElement config, StagedFolder folder)
    {
        var answer = AssemblyAnswer.Of(assembly, config);
        var path = assembly.Path;
        var name = Path.GetFileName(path);
        if (answer.Changed == 0)
        {
            folder.Copy(name, path);

            // A library and a program of one name have one symbol file.
            if (File.Exists(SymbolsOf(path)) && !folder.Has(Path.GetFileName(SymbolsOf(path))))
            {
                folder.Copy(Path.GetFileName(SymbolsOf(path)), SymbolsOf(path));
            }

            return answer;
        }

        var written = assembly.Write();
        folder.Write(name, written.Image);
        if (written.Symbols != null)
        {
            folder.Write(Path.ChangeExtension(name, ".pdb"), written.Symbols);
        }

        return answer;
    }

    private static string SymbolsOf(string assembly) => Path.ChangeExtension(assembly, ".pdb");
}
