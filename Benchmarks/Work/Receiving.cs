namespace Work;

/// <summary>Code directly above a socket: one call that suspends once.</summary>
public static class Receiving
{
    /// <summary>Returns how many bytes follow a header of four bytes.</summary>
#if BASE_LIBRARY_POOLING
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
#endif
    public static async ValueTask<int> ReceiveAsync(ValueTask<int> received)
    {
        var count = await received;
        return count - 4;
    }

    /// <summary>The same as <c>async void</c>, for a caller that does not wait.</summary>
    public static async void ReceiveInBackground(ValueTask<int> received, StrongBox<int> total)
    {
        var count = await received;
        total.Value += count;
    }
}
