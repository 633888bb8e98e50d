namespace Work;

/// <summary>Code that reads from a socket: one call that suspends once.</summary>
public static class Receiving
{
    /// <summary>Returns the number of bytes after a header of four bytes.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> ReceiveAsync(ValueTask<int> received)
    {
        var count = await received;
        return count - 4;
    }

    /// <summary>Adds up the received bytes, as <c>async void</c>, for a caller that does not wait.</summary>
    public static async void ReceiveInBackground(ValueTask<int> received, StrongBox<int> total)
    {
        var count = await received;
        total.Value += count;
    }
}
