using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Changes a method so that it calls twins in place of the original methods, and awaits the ValueTasks that the twins return.</summary>
/// <param name="twins">The declared twins of the whole program.</param>
/// <param name="poolable">Tells which machines may get a pooled builder.</param>
internal sealed class DirectAwaitChange(ProgramTwins twins, PoolableMethods poolable) : IChange<TaskCall>
{
    private readonly Dictionary<MethodDefinition, TwinReferences> _linked = [];

    /// <summary>Groups the calls of a module by caller, and sorts each caller's calls into the order in which <see cref="Apply"/> replaces them.</summary>
    public static IEnumerable<TaskCall> InOrder(IEnumerable<SiteDecision<TaskCall>> findings) => findings
        .Select(finding => finding.Value)
        .OfType<TaskCall>()
        .GroupBy(call => call.Caller)
        .SelectMany(calls => calls.OrderBy(call => call.Kept != null ? 1 : call.Joined != null ? 2 : 0));

    public void Apply(MethodDefinition method, IReadOnlyList<TaskCall> found)
    {
        using var editor = new BodyEditor(method);
        var references = twins.In((MethodReference)found[0].Call.Operand);
        var change = new AwaitChange(editor, references.ValueTasks, references.DirectTask, poolable.MayBecomePooled(method));
        foreach (var call in found.Where(call => call.Kept == null && call.Joined == null))
        {
            change.Apply(call.Call, call.Await, call.Result, Replacement(call));
        }

        foreach (var kept in found.Where(call => call.Kept != null).GroupBy(call => call.Kept!))
        {
            var byInstruction = kept.ToDictionary(call => call.Call);
            change.Apply(kept.Key, instruction => Replacement(byInstruction[instruction]));
        }

        foreach (var joined in found.Where(call => call.Joined != null).GroupBy(call => call.Joined!))
        {
            change.Apply(joined.Key, joined.First().Result, instruction => Replacement(joined.Single(call => call.Call == instruction)));
        }

        change.RemoveUnusedFields();
        if (change.HasLinked)
        {
            _linked.Add(method, references);
        }
    }

    /// <summary>
    /// Replaces the linked awaiters in a machine by the base library's awaiters. This is necessary if the machine gets no pooled builder after all.
    /// </summary>
    public void Unlink(MethodDefinition moveNext)
    {
        if (_linked.TryGetValue(moveNext, out var references))
        {
            new UnlinkedAwaits(references.ValueTasks, references.DirectTask).Apply(moveNext);
        }
    }

    private Instruction Replacement(TaskCall call) => twins.Replacement(call.Call, call.Callee, call.Dispatch);
}
