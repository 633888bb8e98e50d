namespace PooledAwait.Fody.IL;

/// <summary>Finds the source lines of methods and instructions, if the symbols contain them.</summary>
internal static class SourceLine
{
    /// <summary>Returns the first line of the method's code. For a kick-off method, this is a line of the state machine, which has the code.</summary>
    public static SequencePoint? Of(MethodDefinition method, MethodOwners owners) =>
        First(method) ??
        owners.StateMachineOf(method)?.Methods.Where(made => made.Name == "MoveNext").Select(First).FirstOrDefault();

    /// <summary>Returns the line to which an instruction belongs.</summary>
    public static SequencePoint? Of(MethodDefinition method, Instruction instruction) =>
        method.DebugInformation.SequencePoints.LastOrDefault(point => !point.IsHidden && point.Offset <= instruction.Offset);

    /// <summary>Returns the file's name and the line. Folders are left out, because they differ from machine to machine.</summary>
    public static string Text(SequencePoint point)
    {
        var url = point.Document.Url;
        return $"{url.Substring(url.LastIndexOfAny(['/', '\\']) + 1)}:{point.StartLine}";
    }

    /// <summary>
    /// Returns a path with slashes that is the same on each machine. For a file in the project's folder, the path is relative to this folder. For a file under
    /// the root <c>/_/</c> of deterministic paths, the path is relative to the root. For any other file, the path comes from Source Link. If Source Link does
    /// not know the file, the result is only the file's name.
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
