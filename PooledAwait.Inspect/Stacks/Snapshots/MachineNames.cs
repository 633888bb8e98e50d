namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The names that a compiler gives to the fields of async methods' state machines.</summary>
internal sealed class MachineNames
{
    /// <summary>A field of FSharp.Core's machine. It refers to an object with the values that other machines have in their own fields.</summary>
    public const string DynamicPart = "ResumptionDynamicInfo";

    private const string VisualBasicPrefix = "$VB$";

    private readonly Func<string, string?> _source;

    private MachineNames(string state, string builder, string awaiter, string @this, bool showsRunning, Func<string, string?> source) =>
        (State, Builder, Awaiter, This, ShowsRunning, _source) = (state, builder, awaiter, @this, showsRunning, source);

    public static MachineNames CSharp { get; } = new("<>1__state", "<>t__builder", "<>u__", "<>4__this", showsRunning: true, SourceOfCSharp);

    public static MachineNames VisualBasic { get; } = new("$State", "$Builder", "$A", "$VB$Me", showsRunning: true, SourceOfVisualBasic);

    /// <summary>The names in the machine of a <c>task { }</c>. (An <c>async { }</c> has no state machine.)</summary>
    public static MachineNames FSharp { get; } = new("ResumptionPoint", "Data.MethodBuilder", "awaiter", "this", showsRunning: false, SourceOfFSharp);

    public static IReadOnlyList<MachineNames> All { get; } = [CSharp, VisualBasic, FSharp];

    /// <summary>The name of the field with the state.</summary>
    public string State { get; }

    /// <summary>The name of the field with the builder; a path if another field contains it.</summary>
    public string Builder { get; }

    /// <summary>The prefix of the names of fields that keep awaiters.</summary>
    public string Awaiter { get; }

    /// <summary>True if the state has a special value while the method runs. If false, the state keeps the last await's value until the next await.</summary>
    public bool ShowsRunning { get; }

    private string This { get; }

    /// <summary>
    /// Returns whether a part of a field's path may lead to an object that the call waits for, completes, or belongs to. Recognises the names of all compilers.
    /// </summary>
    public static bool LeadsOn(string part) => part == DynamicPart || All.Any(names => part == names.This || part.StartsWith(names.Awaiter, StringComparison.Ordinal) || part == names.Builder.Split('.')[^1]);

    /// <returns>The names of the compiler that made a machine; null if the compiler is unknown.</returns>
    public static MachineNames? Of(TypeFields fields, string prefix) => All.FirstOrDefault(names => fields.OffsetOf(prefix + names.State) > 0 && fields.Under(prefix + names.Builder).Any());

    /// <returns>The name of the parameter or local in the source code, or <c>this</c>; null if the compiler added the field for itself.</returns>
    public string? SourceOf(string field) =>
        field == This ? "this"
        : field == State || field == DynamicPart || field == Builder.Split('.')[0] || field.StartsWith(Awaiter, StringComparison.Ordinal) ? null
        : _source(field);

    private static string? SourceOfCSharp(string field) =>
        !field.StartsWith('<') ? field
        : field.IndexOf('>', StringComparison.Ordinal) is > 1 and var end ? field[1..end]
        : null;

    /// <summary>Returns the name in <c>$VB$Local_name</c> or <c>$VB$ResumableLocal_name$2</c>.</summary>
    private static string? SourceOfVisualBasic(string field)
    {
        if (!field.StartsWith('$'))
        {
            return field;
        }

        if (field.Contains("NonLocal_", StringComparison.Ordinal))
        {
            // This field refers to the outer closure of a lambda's closure.
            return null;
        }

        var kind = field.IndexOf("Local_", StringComparison.Ordinal);
        return field.StartsWith(VisualBasicPrefix, StringComparison.Ordinal) && kind > 0 ? field[(kind + "Local_".Length)..].Split('$')[0] : null;
    }

    private static string? SourceOfFSharp(string field) => field.Contains('@', StringComparison.Ordinal) ? null : field;
}
