namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Finds the references in a copied object that lead to further objects to copy.</summary>
internal static class FollowedFields
{
    /// <summary>The number of slots in a <c>WhenAnyPromise</c>. Only the first slot has a field in metadata.</summary>
    public const int WhenAnySlots = 4;

    private static readonly ILookup<string, string> s_paths = KnownFields.OfBaseLibrary.Concat(KnownFields.SinceNet11).Concat(KnownFields.ForWords).Concat(KnownFields.OfRuntimeLibrary)
        .Where(field => field.IsFollowed).ToLookup(field => field.Type, field => field.Path, StringComparer.Ordinal);

    /// <summary>
    /// Returns whether a field of a channel leads to waiting operations. Depending on the version of .NET, the field leads to the first operation, the last
    /// operation or all of them.
    /// </summary>
    public static bool IsListOfChannel(string field) => field.StartsWith("_blocked", StringComparison.Ordinal) || field.StartsWith("_waiting", StringComparison.Ordinal);

    /// <summary>Returns whether a type is a closure of F#. The name of such a type contains an at sign: <c>method@12</c>.</summary>
    public static bool IsClosureOfFSharp(HeapType type) => type.Ancestry.Count > 0 && type.Ancestry[0].LastIndexOf('@') > type.Ancestry[0].LastIndexOf('+');

    public static IEnumerable<int> Of(HeapType type)
    {
        foreach (var offset in type.Ancestry.SelectMany(ancestor => s_paths[ancestor]).Select(type.Fields.OffsetOf).Where(offset => offset > 0))
        {
            yield return offset;
        }

        if (type.Kind == ObjectKind.WhenAnyPromise && type.Fields.OffsetOf("_tasks._first") is > 0 and var first)
        {
            for (var slot = 1; slot < WhenAnySlots; slot++)
            {
                yield return first + (8 * slot);
            }
        }

        foreach (var field in type.Fields.All.Where(field => field.IsReference && IsFollowed(type, field)))
        {
            yield return field.Offset;
        }
    }

    private static bool IsFollowed(HeapType type, FieldPlace field) => type.Kind switch
    {
        ObjectKind.PooledBox or ObjectKind.DefaultBox or ObjectKind.BaseLibraryPooledBox or ObjectKind.Machine => IsOfMachine(field.Path),
        ObjectKind.Channel => IsListOfChannel(field.Path),
        ObjectKind.Task => RuntimeAsyncTask.Is(type) && field.Path == RuntimeAsyncTask.ContinuationField,
        _ => IsClosureOfFSharp(type) || type.Is("System.ValueType") || (type.Is("Microsoft.FSharp.Core.CompilerServices.ResumptionDynamicInfo") && field.Path is "ResumptionData@" or "ResumptionFunc@"),
    };

    private static bool IsOfMachine(string path) =>
        path == TypeFields.MachineField || path.Split('.').Any(MachineNames.LeadsOn);
}
