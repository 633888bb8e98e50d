namespace PooledAwait.Fody.IL;

/// <summary>
/// A value on the evaluation stack. Either one instruction made the value, or the value is a join. A join stands for any of the values that several paths bring
/// to one slot.
/// </summary>
/// <param name="producer">The instruction that put the value on the stack; null for a join.</param>
internal sealed class StackValue(Instruction? producer)
{
    private static readonly StackValue[] s_noValues = [];
    private static readonly StackUse[] s_noUses = [];

    // A value that has this value as a source is derived from this value. Most values have no source, one use and no derived value. To save memory, store the
    // first use in a field, and create lists only when needed.
    private List<StackValue>? _sources;
    private List<StackValue>? _derived;
    private StackUse? _use;
    private List<StackUse>? _furtherUses;

    public Instruction? Producer { get; } = producer;

    /// <summary>
    /// Adds a source to this value. The source of a join is a value that a path brings. The source of a copy made by <c>dup</c> is the copied value.
    /// </summary>
    public void AddSource(StackValue source)
    {
        // If a loop does not change a slot, the loop brings back the slot's own join. The join must not become its own source.
        if (source != this)
        {
            (_sources ??= new List<StackValue>(2)).Add(source);
            (source._derived ??= new List<StackValue>(1)).Add(this);
        }
    }

    public void AddUse(StackUse use)
    {
        if (_use == null)
        {
            _use = use;
        }
        else
        {
            (_furtherUses ??= []).Add(use);
        }
    }

    /// <summary>Returns the instructions that may have made this value.</summary>
    public IReadOnlyCollection<Instruction> Producers(bool throughDup) => IsTransparent(throughDup)
        ? Closure(v => v.IsTransparent(throughDup) ? v._sources ?? (IEnumerable<StackValue>)s_noValues : s_noValues)
            .Where(v => !v.IsTransparent(throughDup)).Select(v => v.Producer!).Distinct().ToArray()
        : [Producer!];

    /// <summary>Returns all uses of this value, on any path.</summary>
    public IReadOnlyCollection<StackUse> Uses(bool throughDup) => _derived == null
        ? Own()
        : Closure(v => (v._derived ?? (IEnumerable<StackValue>)s_noValues).Where(d => d.IsTransparent(throughDup)))
            .SelectMany(v => v.Own())
            .Where(use => !throughDup || use.Consumer.OpCode.Code != Code.Dup).Distinct().ToArray();

    private StackUse[] Own() => _use is not { } first ? s_noUses : _furtherUses == null ? [first] : [first, .. _furtherUses];

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
