using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders;

/// <summary>Weaves one source text with the builder rewrite only, and returns the decisions or the result.</summary>
internal static class Rewritten
{
    /// <summary>Maps the name of each considered method to <c>pooled</c>, or to the identifier of the reason for leaving it alone.</summary>
    public static IReadOnlyDictionary<string, string> ByMethod(Shape shape, string source, int? minimumStateMachineSize = null) =>
        Decisions(shape, source, minimumStateMachineSize)
            .GroupBy(decision => decision.Method.Name)
            .ToDictionary(group => group.Key, group => string.Join(", ", group.Select(decision => decision.Reason?.Id ?? "pooled").Distinct()));

    public static IReadOnlyList<Decision> Decisions(Shape shape, string source, int? minimumStateMachineSize = null) =>
        [.. Decide(shape, source, minimumStateMachineSize).Report.Decisions.Where(decision => decision.Rewrite == Rewrite.Builders)];

    public static ModuleDefinition Module(Shape shape, string source) => Decide(shape, source).Woven.Result.Read();

    private static (Woven Woven, WeavingReport Report) Decide(Shape shape, string source, int? minimumStateMachineSize = null)
    {
        var config = XElement.Parse("<PooledAwait DirectAwaits='false' TimedWaits='false' WhenAny='None' StateObjects='None' />");
        config.SetAttributeValue("MinimumStateMachineSize", minimumStateMachineSize);
        return new WeavingRunner { Config = config }.Decide(Fixtures.Compile(shape, source));
    }
}
