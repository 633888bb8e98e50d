using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Compiled;

/// <summary>Where methods stand in the source, as far as symbols tell.</summary>
internal static class SourceLine
{
    /// <summary>The first line of the method's code, which for a kick-off method stands in its state machine.</summary>
    public static SequencePoint? Of(MethodDefinition method, MethodOwners owners) =>
        First(method) ??
        owners.StateMachineOf(method)?.Methods.Where(made => made.Name == "MoveNext").Select(First).FirstOrDefault();

    /// <summary>The line that an instruction belongs to.</summary>
    public static SequencePoint? Of(MethodDefinition method, Instruction instruction) =>
        method.DebugInformation.SequencePoints.LastOrDefault(point => !point.IsHidden && point.Offset <= instruction.Offset);

    /// <summary>The file's name without its folders, which differ from machine to machine, and the line.</summary>
    public static string Text(SequencePoint point)
    {
        var url = point.Document.Url;
        return $"{url.Substring(url.LastIndexOfAny(['/', '\\']) + 1)}:{point.StartLine}";
    }

    /// <summary>
    /// The file as seen from the project's folder, with slashes. A build with deterministic paths has named its files from a root of its own;
    /// of any other file that Source Link does not know, only the name is the same on each machine.
    /// </summary>
    public static string File(SequencePoint point, string projectDirectory, SourceLink sourceLink)
    {
        const string DeterministicRoot = "/_/";
        var url = point.Document.Url.Replace('\\', '/');
        var project = projectDirectory.Replace('\\', '/').TrimEnd('/') + "/";
        return
            project.Length > 1 && url.StartsWith(project, StringComparison.OrdinalIgnoreCase) ? url.Substring(project.Length) :
            url.StartsWith(DeterministicRoot, StringComparison.Ordinal) ? url.Substring(DeterministicRoot.Length) :
            sourceLink.PathOf(point.Document.Url) ?? url.Substring(url.LastIndexOf('/') + 1);
    }

    private static SequencePoint? First(MethodDefinition method) =>
        method.HasBody ? method.DebugInformation.SequencePoints.FirstOrDefault(point => !point.IsHidden) : null;
}
