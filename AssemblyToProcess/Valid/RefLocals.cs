namespace AssemblyToProcess.Valid;

/// <summary>Spans, references and pointers that are used between awaits, but do not live across an await.</summary>
public static class RefLocals
{
    public static async Task Between_awaits(Trace trace)
    {
        trace.Add("span", await Spans(new[] { 1, 2, 3 }));
        trace.Add("reference", await References(new[] { 1, 2, 3 }));
        trace.Add("pointer", await Pointers(new byte[] { 4, 5 }));
    }

    private static async ValueTask<int> Spans(int[] array)
    {
        var sum = 0;
        for (var i = 0; i < 2; i++)
        {
#if NET
            Span<int> all = array;
            all[0] += i;
            sum += all.Length;
#endif
            await Task.Yield();
            ArraySegment<int> segment = new(array, 1, 2);
            foreach (ref var value in new Enumeration(segment))
            {
                sum += value++;
            }
        }

        return sum;
    }

    private static async ValueTask<string> References(int[] array)
    {
        ref var first = ref array[0];
        first += 10;
        await Task.Yield();
        ref var last = ref array[array.Length - 1];
        last += 100;
        await Task.Yield();
        return string.Join(",", array);
    }

    private static async ValueTask<int> Pointers(byte[] bytes)
    {
        await Task.Yield();
        int sum;
        unsafe
        {
            fixed (byte* first = bytes)
            {
                sum = first[0] + first[1];
            }
        }

        await Task.Yield();
        return sum;
    }

    private ref struct Enumeration
    {
        private readonly ArraySegment<int> _segment;
        private int _index;

        public Enumeration(ArraySegment<int> segment) => (_segment, _index) = (segment, -1);

        public readonly ref int Current => ref _segment.Array![_segment.Offset + _index];

        public readonly Enumeration GetEnumerator() => this;

        public bool MoveNext() => ++_index < _segment.Count;
    }
}
