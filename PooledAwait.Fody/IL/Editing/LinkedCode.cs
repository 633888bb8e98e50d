namespace PooledAwait.Fody.IL;

/// <summary>
/// Holds the instructions of a body as a linked list while code is inserted. The body's own list is rebuilt only once, after all insertions. Each insertion
/// into the body's own list would move all later instructions and search all debug information.
/// </summary>
internal sealed class LinkedCode(MethodBody body)
{
    private Instruction _first = body.Instructions[0];
    private bool _isBegun;
    private bool _isAhead;

    /// <summary>All instructions, in their order.</summary>
    public IEnumerable<Instruction> All
    {
        get
        {
            for (var instruction = _first; instruction != null; instruction = instruction.Next)
            {
                yield return instruction;
            }
        }
    }

    /// <param name="previous">The instruction to insert after; null for the beginning.</param>
    /// <param name="code">The inserted instructions, which are in no body yet.</param>
    public void Insert(Instruction? previous, IEnumerable<Instruction> code)
    {
        foreach (var instruction in code)
        {
            if (_isBegun)
            {
                Link(previous, instruction);
            }
            else
            {
                // Debug information refers to instructions by offset. When an instruction is inserted into the body's own list, but not at its end, Cecil
                // resolves these offsets. So insert into the body's own list until Cecil has resolved the offsets once.
                var index = previous == null ? 0 : body.Instructions.IndexOf(previous) + 1;
                _isBegun = index < body.Instructions.Count;
                body.Instructions.Insert(index, instruction);
            }

            _first = previous == null ? instruction : _first;
            previous = instruction;
        }
    }

    /// <summary>Rebuilds the body's own list.</summary>
    public void Settle()
    {
        if (_isAhead)
        {
            var all = All.ToList();
            body.Instructions.Clear();
            all.ForEach(body.Instructions.Add);
            _isAhead = false;
        }
    }

    private void Link(Instruction? previous, Instruction instruction)
    {
        var next = previous == null ? _first : previous.Next;
        instruction.Previous = previous;
        instruction.Next = next;
        if (previous != null)
        {
            previous.Next = instruction;
        }

        if (next != null)
        {
            next.Previous = instruction;
        }

        _isAhead = true;
    }
}
