namespace Pipelines.Sockets.Unofficial.Arenas;

[Flags]
public enum ArenaFlags
{
    None = 0,
}

public sealed class ArenaOptions(ArenaFlags flags = ArenaFlags.None, int blockSizeBytes = 0, Func<long, long, long>? retentionPolicy = null)
{
    public ArenaFlags Flags => flags;

    public int BlockSizeBytes => blockSizeBytes;

    public Func<long, long, long>? RetentionPolicy => retentionPolicy;
}

public abstract class Allocator<T>
{
}

/// <summary>Allocates runs of elements in an array. All runs are released together, so that the array can be used again.</summary>
public sealed class Arena<T>(ArenaOptions? options = null, Allocator<T>? allocator = null) : IDisposable
{
    private T[] _block = new T[256];
    private int _used;

    public ArenaOptions? Options => options;

    public Allocator<T>? Allocator => allocator;

    public Sequence<T> Allocate(int length)
    {
        // The runs that were allocated before stay in the old block.
        if (_block.Length - _used < length)
        {
            _block = new T[Math.Max(_block.Length * 2, length)];
            _used = 0;
        }

        var sequence = new Sequence<T>(_block, _used, length);
        _used += length;
        return sequence;
    }

    public void Reset()
    {
        Array.Clear(_block, 0, _used);
        _used = 0;
    }

    public void Dispose() => Reset();
}
