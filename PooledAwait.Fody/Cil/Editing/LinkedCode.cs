using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Editing;

/// <summary>
/// The instructions of a body while code is inserted between them: each knows the next and the one before at once, and the body's own list is made again when all is done. To
/// insert there would move all that is behind, and look through all debug information, each time.
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

    /// <param name="previous">What the code comes to stand behind; null for the beginning.</param>
    /// <param name="code">Stands nowhere yet.</param>
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
                // Cecil finds the instructions that debug information knows by their offsets when one is inserted for the first time before another.
                var index = previous == null ? 0 : body.Instructions.IndexOf(previous) + 1;
                _isBegun = index < body.Instructions.Count;
                body.Instructions.Insert(index, instruction);
            }

            _first = previous == null ? instruction : _first;
            previous = instruction;
        }
    }

    /// <summary>Makes the body's own list again.</summary>
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
