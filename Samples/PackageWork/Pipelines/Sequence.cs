namespace Pipelines.Sockets.Unofficial.Arenas;

/// <summary>A run of elements of unknown type. It exists because a struct S cannot have a field of the type Sequence&lt;S&gt;.</summary>
public readonly struct Sequence
{
    private readonly Array? _array;
    private readonly int _start;
    private readonly int _length;

    internal Sequence(Array? array, int start, int length) => (_array, _start, _length) = (array, start, length);

    public long Length => _length;

    public Sequence<T> Cast<T>() => new((T[]?)_array, _start, _length);
}

/// <summary>A run of elements, all in one array.</summary>
public readonly struct Sequence<T>
{
    private readonly T[]? _array;
    private readonly int _start;
    private readonly int _length;

    internal Sequence(T[]? array, int start, int length) => (_array, _start, _length) = (array, start, length);

    public long Length => _length;

    public bool IsEmpty => _length == 0;

    public bool IsSingleSegment => true;

    public Span<T> FirstSpan => new(_array, _start, _length);

    public SpanEnumerable Spans => new(this);

    public ref T this[int index] => ref FirstSpan[index];

    public Sequence Untyped() => new(_array, _start, _length);

    public Enumerator GetEnumerator() => new(this);

    public struct Enumerator(Sequence<T> sequence)
    {
        private int _index = -1;

        public readonly ref T Current => ref sequence[_index];

        public bool MoveNext() => ++_index < sequence._length;

        public ref T GetNext() => ref sequence[++_index];
    }

    public readonly struct SpanEnumerable(Sequence<T> sequence)
    {
        public SpanEnumerator GetEnumerator() => new(sequence);
    }

    public struct SpanEnumerator(Sequence<T> sequence)
    {
        private bool _isRead;

        public readonly Span<T> Current => sequence.FirstSpan;

        public bool MoveNext() => !_isRead && (_isRead = true);
    }
}

public delegate TTo Projection<TFrom, TTo>(in TFrom value);

public delegate TTo Projection<TFrom, TState, TTo>(in TFrom value, in TState state);

public static class SequenceExtensions
{
    public static TTo[] ToArray<TFrom, TTo>(this in Sequence<TFrom> sequence, Projection<TFrom, TTo> projection)
    {
        var array = new TTo[sequence.Length];
        sequence.CopyTo(array, projection);
        return array;
    }

    public static TTo[] ToArray<TFrom, TState, TTo>(this in Sequence<TFrom> sequence, Projection<TFrom, TState, TTo> projection, in TState state)
    {
        var array = new TTo[sequence.Length];
        for (var i = 0; i < array.Length; i++)
        {
            array[i] = projection(in sequence[i], in state);
        }

        return array;
    }

    public static void CopyTo<TFrom, TTo>(this in Sequence<TFrom> sequence, Span<TTo> target, Projection<TFrom, TTo> projection)
    {
        for (var i = 0; i < sequence.Length; i++)
        {
            target[i] = projection(in sequence[i]);
        }
    }
}
