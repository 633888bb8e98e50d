namespace PooledAwait.Fody.IL;

/// <summary>Backward control flow: the predecessors of each instruction, by position.</summary>
internal sealed class BackwardFlow
{
    private readonly Edges _completing;
    private readonly Edges _throwing;

    /// <param name="count">The number of instructions of the body.</param>
    /// <param name="successorsOf">Returns the positions to which control goes when the instruction at a position completes.</param>
    /// <param name="handlersOf">Returns the positions to which control may go when the instruction at a position throws.</param>
    public BackwardFlow(int count, Func<int, int[]> successorsOf, Func<int, int[]> handlersOf)
    {
        _completing = new Edges(count, successorsOf);
        _throwing = new Edges(count, handlersOf);
    }

    /// <summary>Returns the positions of the instructions that lead to this position when they complete.</summary>
    public IReadOnlyList<int> Completing(int position) => _completing.To(position);

    /// <summary>Returns the positions of the instructions that may lead to this position when they throw.</summary>
    public IReadOnlyList<int> Throwing(int position) => _throwing.To(position);

    /// <summary>
    /// Returns the positions of the given uses, and all positions from which control can reach a use before an instruction replaces the used value.
    /// </summary>
    /// <param name="uses">The positions of the uses.</param>
    /// <param name="isReplacedAt">Returns whether the instruction at a position, when it completes, replaces the used value.</param>
    /// <param name="withoutExceptions">
    /// Whether to follow only paths on which no exception is thrown. On any other path, the values on the stack are lost.
    /// </param>
    public HashSet<int> LiveRange(IEnumerable<int> uses, Func<int, bool> isReplacedAt, bool withoutExceptions = false)
    {
        var live = new HashSet<int>(uses);
        var pending = new Stack<int>(live);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            for (var edge = _completing.First(position); edge < _completing.First(position + 1); edge++)
            {
                var from = _completing.From(edge);
                if (!live.Contains(from) && !isReplacedAt(from))
                {
                    live.Add(from);
                    pending.Push(from);
                }
            }

            for (var edge = _throwing.First(position); edge < _throwing.First(position + 1) && !withoutExceptions; edge++)
            {
                if (live.Add(_throwing.From(edge)))
                {
                    pending.Push(_throwing.From(edge));
                }
            }
        }

        return live;
    }

    /// <summary>The predecessors of every position, all in one array.</summary>
    private sealed class Edges
    {
        private readonly int[] _first;
        private readonly int[] _from;

        public Edges(int count, Func<int, int[]> next)
        {
            _first = new int[count + 1];
            for (var position = 0; position < count; position++)
            {
                foreach (var to in next(position))
                {
                    _first[to + 1]++;
                }
            }

            for (var position = 0; position < count; position++)
            {
                _first[position + 1] += _first[position];
            }

            _from = new int[_first[count]];
            var filled = new int[count];
            for (var position = 0; position < count; position++)
            {
                foreach (var to in next(position))
                {
                    _from[_first[to] + filled[to]++] = position;
                }
            }
        }

        /// <summary>Returns the index of the first edge to a position. The edges to a position end where the edges to the next position begin.</summary>
        public int First(int position) => _first[position];

        public int From(int edge) => _from[edge];

        public IReadOnlyList<int> To(int position) => new ArraySegment<int>(_from, _first[position], _first[position + 1] - _first[position]);
    }
}
