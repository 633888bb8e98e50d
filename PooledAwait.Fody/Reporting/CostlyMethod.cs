using PooledAwait.Fody.Costs;

namespace PooledAwait.Fody.Reporting;

/// <summary>One method, as the user wrote it, that makes what no rewrite takes away.</summary>
/// <param name="Name">As <see cref="MethodName"/> gives it.</param>
/// <param name="Namespace">What its name begins with; may be empty.</param>
/// <param name="Type">What follows in its name: the type, with those around it.</param>
/// <param name="At">Where it stands in the source; null without symbols.</param>
/// <param name="Calls">What does so in it, at least one.</param>
internal sealed record CostlyMethod(string Name, string Namespace, string Type, SourcePlace? At, IReadOnlyList<ReportedCost> Calls);

/// <summary>One call that makes what no rewrite takes away.</summary>
/// <param name="Kind">The identifier of its kind.</param>
/// <param name="What">What is called.</param>
/// <param name="Least">The bytes that it makes where all that can be used again is.</param>
/// <param name="Most">Those that it makes where nothing is.</param>
/// <param name="At">The source line.</param>
internal sealed record ReportedCost(string Kind, string What, int Least, int Most, SourcePlace? At)
{
    /// <summary>The bytes as a text.</summary>
    public string Bytes => Least == Most ? $"{Most}" : $"{Least} to {Most}";
}

/// <summary>What such a call does, and what people do instead; the members are those of <see cref="CostKind"/>.</summary>
/// <param name="Id">Stable and short.</param>
/// <param name="Sentence">What it does.</param>
/// <param name="Advice">What people do instead.</param>
/// <param name="Page">Where the documentation explains it.</param>
internal sealed record ReportedCostKind(string Id, string Sentence, string Advice, string Page);
