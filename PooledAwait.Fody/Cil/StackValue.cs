using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil;

/// <summary>
/// A value on the evaluation stack: what one instruction put there, or, where paths join, any one of what lay in that slot on each path.
/// </summary>
/// <param name="producer">The instruction that put it there; null for a join.</param>
internal sealed class StackValue(Instruction? producer)
{
    private readonly List<StackValue> _sources = [];
    private readonly List<StackValue> _derived = [];
    private readonly List<StackUse> _uses = [];

    public Instruction? Producer { get; } = producer;

    /// <summary>This is a join that the source flows into, or the dup that copied it.</summary>
    public void AddSource(StackValue source)
    {
        // A slot that no path changes meets itself on the way back of a loop.
        if (source != this)
        {
            _sources.Add(source);
            source._derived.Add(this);
        }
    }

    public void AddUse(StackUse use) => _uses.Add(use);

    /// <summary>The instructions one of which made this value.</summary>
    public HashSet<Instruction> Producers(bool throughDup) =>
        [.. Closure(v => v.IsTransparent(throughDup) ? v._sources : []).Where(v => !v.IsTransparent(throughDup)).Select(v => v.Producer!)];

    /// <summary>Everything that takes this value on some path.</summary>
    public HashSet<StackUse> Uses(bool throughDup) =>
        [.. Closure(v => v._derived.Where(d => d.IsTransparent(throughDup))).SelectMany(v => v._uses)
            .Where(use => !throughDup || use.Consumer.OpCode.Code != Code.Dup)];

    private bool IsTransparent(bool throughDup) => Producer is null || (throughDup && Producer.OpCode.Code == Code.Dup);

    private HashSet<StackValue> Closure(Func<StackValue, IEnumerable<StackValue>> next)
    {
        var seen = new HashSet<StackValue> { this };
        var pending = new Stack<StackValue>(seen);
        while (pending.Count > 0)
        {
            foreach (var value in next(pending.Pop()))
            {
                if (seen.Add(value))
                {
                    pending.Push(value);
                }
            }
        }

        return seen;
    }
}
