using System.Diagnostics;
using System.Xml.Linq;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>Writes a folder with woven assemblies and all files that they need: the files of the input's folder, and PooledAwait.Runtime.</summary>
internal static class WovenFolder
{
    /// <summary>Writes all files, or none.</summary>
    /// <param name="request">The request, which opens the assemblies and has the weaver's options.</param>
    /// <param name="input">The assemblies to weave, and the files to copy.</param>
    /// <param name="target">The folder, by its full path.</param>
    /// <param name="together">Whether to weave the assemblies together, as one program.</param>
    /// <returns>One answer for each assembly.</returns>
    /// <exception cref="InputException">An assembly cannot be woven, or the folder cannot be written.</exception>
    public static IReadOnlyList<AssemblyAnswer> Write(Request request, Input input, string target, bool together = false)
    {
        using var folder = new StagedFolder(target);
        var answers = together
            ? request.UseTogether(input.Assemblies, program => Weave(program, request.Config, folder))
            : [.. input.Assemblies.Select(path => request.Use(path, assembly => Add(assembly, AssemblyAnswer.Of(assembly, request.Config), folder)))];

        // An input folder that has its own PooledAwait.Runtime keeps that file, unless the file is older than this tool's.
        var runtime = answers.Any(answer => answer.IsChanged) && input.BringsRuntime ? Frameworks.RuntimeLibraryFor(input.Assemblies) : null;
        CopyOthers(input, runtime, folder, target);
        if (runtime != null)
        {
            folder.Copy(Input.RuntimeFile, runtime);
        }

        folder.Commit();
        return answers;
    }

    /// <summary>
    /// Copies the files that are not woven. Skips the output folder, which may be inside the input's folder. Adds PooledAwait.Runtime to a program's manifest,
    /// unless the manifest lists the same version.
    /// </summary>
    private static void CopyOthers(Input input, string? runtime, StagedFolder folder, string target)
    {
        var others = input.Others
            .Except(input.Assemblies.Select(SymbolsOf))
            .Where(other => runtime == null || other != Path.Combine(input.Root, Input.RuntimeFile))
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

    private static IReadOnlyList<AssemblyAnswer> Weave(OpenProgram program, XElement config, StagedFolder folder)
    {
        // Makes all answers before the first assembly is closed, because an answer may contain source lines of other assemblies.
        var answers = Answers(program, config);
        foreach (var (assembly, answer) in program.Closing().Zip(answers))
        {
            Add(assembly, answer, folder);
        }

        return answers;
    }

    private static List<AssemblyAnswer> Answers(OpenProgram program, XElement config)
    {
        var clock = Stopwatch.StartNew();
        var reports = program.Weave(config);
        var elapsed = clock.Elapsed;
        return [.. program.Assemblies.Zip(reports, (assembly, report) => AssemblyAnswer.Of(assembly, report, elapsed))];
    }

    private static AssemblyAnswer Add(OpenAssembly assembly, AssemblyAnswer answer, StagedFolder folder)
    {
        var path = assembly.Path;
        var name = Path.GetFileName(path);
        if (!answer.IsChanged)
        {
            folder.Copy(name, path);

            // A library and a program with the same name share one symbol file. Copy it only once.
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
