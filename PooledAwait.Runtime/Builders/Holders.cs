#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// Records the holders of a promise, that is, the users that may still touch the promise. (A promise is a pooled object that waits for tasks, a time or a
/// token.) Each holder has one bit. The last holder recycles the promise.
/// </summary>
/// <remarks>
/// <para>
/// All bits are set before any other thread has a reference to the promise. Each holder clears its own bit when it has finished with the promise. A holder
/// clears its bit by an interlocked operation, unless no other holder can write the word at that time. So exactly one holder finds no other bit set. That
/// holder recycles the promise, because no other holder uses the promise any more. The holder that decides the result sets one more bit, Won.
/// </para>
/// <para>
/// <b>Memory ordering.</b> Before a holder recycles the promise, it has seen by an interlocked operation or an acquiring read that all other bits are cleared.
/// So everything that the other holders did happens before the recycling.
/// </para>
/// <para>This is a mutable struct: it stays in a field of its promise and is never copied.</para>
/// </remarks>
internal struct Holders
{
    private const int Won = 1 << 8;

    /// <summary>
    /// The bit of the thread that starts the promise. While this bit is set, no other thread stops the holders that lost, because perhaps not all holders have
    /// been started.
    /// </summary>
    public const int Starting = 1 << 9;

    /// <summary>The bit of the consumer, which clears it after taking the result.</summary>
    public const int Consuming = 1 << 10;

    private int _word;

    /// <summary>The bits that are still set. Other holders may clear their bits at any time.</summary>
    public int Bits => Volatile.Read(ref _word) & ~Won;

    /// <summary>Sets all bits. No other thread may have a reference to the promise yet.</summary>
    public void Set(int bits) => _word = bits;

    /// <summary>Clears the bit <see cref="Starting"/>.</summary>
    /// <param name="others">The other bits that are set as long as no holder has won.</param>
    /// <returns>False if a holder has won meanwhile. Then the bit is still set, and the caller must stop the holders that lost.</returns>
    public bool TryEndStarting(int others) => Interlocked.CompareExchange(ref _word, others, others | Starting) == (others | Starting);

    /// <summary>Makes the caller the winner if no other holder has won before.</summary>
    /// <param name="observed">The bits that were set before this method changed them.</param>
    public bool TryWin(out int observed) => TryWin(unstarted: 0, out observed);

    /// <summary>Clears the bits of holders that were not started, and makes the caller the winner if no other holder has won before.</summary>
    /// <param name="unstarted">The bits to clear.</param>
    /// <param name="observed">The bits that were set before this method changed them.</param>
    public bool TryWin(int unstarted, out int observed)
    {
        observed = Volatile.Read(ref _word);
        while ((observed & Won) == 0 || (observed & unstarted) != 0)
        {
            var before = Interlocked.CompareExchange(ref _word, (observed & ~unstarted) | Won, observed);
            if (before == observed)
            {
                break;
            }

            observed = before;
        }

        return (observed & Won) == 0;
    }

    /// <summary>Clears the bits of holders whose callback will never come. Only the thread that is still starting the promise calls this method.</summary>
    public void Clear(int bits) => Interlocked.And(ref _word, ~bits);

    /// <summary>
    /// Clears the caller's bit, and the bits of holders that the caller stopped. Afterwards the caller must not touch the promise, unless the caller was the
    /// last holder.
    /// </summary>
    /// <returns>True if no holder is left. Then the caller recycles the promise.</returns>
    public bool Release(int bits)
    {
        // If there is no other holder, no other thread writes the word, so a read is enough.
        return (Volatile.Read(ref _word) & ~(bits | Won)) == 0 || (Interlocked.Add(ref _word, -bits) & ~Won) == 0;
    }

    /// <summary>
    /// Clears the caller's bits. If only the consumer is left, a plain write is enough. The caller publishes the result afterwards, and thereby also publishes
    /// this write to the consumer.
    /// </summary>
    public void ReleaseToConsumer(int bits)
    {
        if (Volatile.Read(ref _word) == (bits | Won | Consuming))
        {
            _word = Won | Consuming;
        }
        else
        {
            Interlocked.Add(ref _word, -bits);
        }
    }
}
#endif
