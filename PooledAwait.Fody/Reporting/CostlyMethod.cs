using PooledAwait.Fody.Costs;

namespace PooledAwait.Fody.Reporting;

/// <summary>One method, as the user wrote it, with calls that make objects that no rewrite removes.</summary>
/// <param name="Name">As <see cref="MethodName"/> gives it.</param>
/// <param name="Namespace">What its name begins with; may be empty.</param>
/// <param name="Type">What follows in its name: the type, with those around it.</param>
/// <param name="At">Where it stands in the source; null without symbols.</param>
/// <param name="Calls">Those calls, at least one.</param>
internal sealed record CostlyMethod(string Name, string Namespace, string Type, SourcePlace? At, IReadOnlyList<ReportedCost> Calls);

/// <summary>One call that makes objects that no rewrite removes.</summary>
/// <param name="Kind">The identifier of its kind.</param>
/// <param name="What">The called method.</param>
/// <param name="Least">The bytes that it makes if everything that can be used again is used again.</param>
/// <param name="Most">The bytes that it makes if nothing is.</param>
/// <param name="At">The source line.</param>
internal sealed record ReportedCost(string Kind, string What, int Least, int Most, SourcePlace? At)
{
    /// <summary>The bytes as a text.</summary>
    public string Bytes => Least == Most ? $"{Most}" : $"{Least} to {Most}";
}

/// <summary>What a kind of calls does, and what people do instead; it has the members of <see cref="CostKind"/>.</summary>
/// <param name="Id">Stable and short.</param>
/// <param name="Sentence">What it does.</param>
/// <param name="Advice">What people do instead.</param>
/// <param name="Page">Where the documentation explains it.</param>
internal sealed record ReportedCostKind(string Id, string Sentence, string Advice, string Page);
