namespace Tests.Pooling;

/// <summary>A box that stores its owner, and that counts its own collection by the garbage collector.</summary>
public sealed class MarkedBox
{
    /// <summary>The mark of a box in the pool.</summary>
    public const int Nobody = 0;

    private readonly Tally _tally;
    private int _owner = Nobody;

    public MarkedBox(Tally tally)
    {
        _tally = tally;
        Interlocked.Increment(ref tally.Made);
    }

    ~MarkedBox() => Interlocked.Increment(ref _tally.Collected);

    /// <summary>Passes the box from one owner to another.</summary>
    /// <returns>False if the box did not belong to the expected owner.</returns>
    public bool Pass(int from, int to) => Interlocked.CompareExchange(ref _owner, to, from) == from;

    /// <summary>Counts the boxes that were created, and those that were collected.</summary>
    public sealed class Tally
    {
        public long Made;
        public long Collected;

        public long Living => Interlocked.Read(ref Made) - Interlocked.Read(ref Collected);
    }
}
