using System.Globalization;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Rewrites.StateObjects;

namespace Tests.RealAssemblies;

/// <summary>
/// Writes sums of the decisions in all assemblies as Markdown. The sums show how much each rewrite changed, and how much it left alone for each reason.
/// </summary>
internal static class DecisionTable
{
    public static void Write(TextWriter output, IReadOnlyList<WovenFile> files)
    {
        output.WriteLine("## Decisions\n");
        output.WriteLine("Of all assemblies together: what each rewrite changed, and why it left places alone.\n");
        output.WriteLine("| rewrite | outcome | places |");
        output.WriteLine("| --- | --- | ---: |");
        foreach (var decisions in files.SelectMany(file => file.Decisions).GroupBy(decision => decision.Rewrite).OrderBy(group => group.Key))
        {
            foreach (var outcome in decisions.GroupBy(decision => decision.Reason?.Id).OrderBy(group => group.Key != null).ThenByDescending(group => group.Count()))
            {
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {decisions.Key} | {outcome.Key ?? "**changed**"} | {outcome.Count():N0} |"));
            }
        }

        var awaited = files.SelectMany(file => file.Decisions)
            .Where(decision => decision.Rewrite == Rewrite.DirectAwaits && !IsNotAwaitedOrBound(decision.Reason))
            .ToList();
        var changed = awaited.Count(decision => decision.Reason == null);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"\nOf the {awaited.Count:N0} calls of task methods of the assembly that are awaited where they stand and bound to one method, {changed:N0} " +
            $"({100.0 * changed / awaited.Count:F1} %) are awaited without a task.\n"));
        WriteConditions(output, files);
        WriteStateObjects(output, files);
    }

    private static void WriteConditions(TextWriter output, IReadOnlyList<WovenFile> files)
    {
        output.WriteLine("Of the awaited calls that were left alone for a reason of several conditions, by the condition that failed; of a method that forwards to others, by that of the last.\n");
        output.WriteLine("| reason | condition | calls |");
        output.WriteLine("| --- | --- | ---: |");
        var failed = files.SelectMany(file => file.Decisions).Where(decision => decision is { Rewrite: Rewrite.DirectAwaits, Condition: not null });
        foreach (var reason in failed.GroupBy(decision => decision.Reason!.Id).OrderByDescending(group => group.Count()))
        {
            foreach (var condition in reason.GroupBy(decision => decision.Condition!).OrderByDescending(group => group.Count()).ThenBy(group => group.Key, StringComparer.Ordinal))
            {
                output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {reason.Key} | {condition.Key} | {condition.Count():N0} |"));
            }
        }

        output.WriteLine();
    }

    private static void WriteStateObjects(TextWriter output, IReadOnlyList<WovenFile> files)
    {
        output.WriteLine("Of the calls that pass a delegate, by method: how many pass a state now, of how many of those there is no closure object any more, and why others do not.\n" +
            "The methods of the woven assemblies are one row, but for those that have a name of the base library's.\n");
        output.WriteLine("| method | changed | without a closure | left alone |");
        output.WriteLine("| --- | ---: | ---: | --- |");
        var calls = files.SelectMany(file => file.Decisions).Where(decision => decision.Rewrite == Rewrite.StateObjects);
        foreach (var method in calls.GroupBy(MethodOf).OrderByDescending(group => group.Count(call => call.Reason == null)))
        {
            var changed = method.Where(call => call.Reason == null).ToList();
            var reasons = method.Where(call => call.Reason != null).GroupBy(call => call.Reason!.Id).OrderByDescending(group => group.Count());
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {method.Key} | {changed.Count:N0} | {changed.Count(call => call.Detail!.Contains("no closure object")):N0} | " +
                $"{string.Join(", ", reasons.Select(reason => $"{reason.Key} {reason.Count()}"))} |"));
        }

        output.WriteLine();

        static string MethodOf((Rewrite Rewrite, Reason? Reason, string? Detail, string? Condition) call)
        {
            var name = call.Reason == null ? call.Detail!.Split(' ', ':')[0] : call.Detail!.Split(' ')[^1].TrimEnd('.');
            return call.Reason != Reason.NotOnlyCalled && StateMethod.Known.Any(method => method.Names.Contains(name)) ? name : "methods of their own";
        }
    }

    /// <summary>
    /// Returns whether a call was left alone because its caller does not await the task directly, because the called method is known only at run time, or
    /// because it is in another assembly.
    /// </summary>
    private static bool IsNotAwaitedOrBound(Reason? reason) =>
        reason == Reason.TaskKept || reason == Reason.TaskPassedOn || reason == Reason.TaskUsedOtherwise || reason == Reason.AwaitOptions ||
        reason == Reason.VirtualCall || reason == Reason.ImplementedElsewhere || reason == Reason.DelegateCall || reason == Reason.OtherAssembly;
}
