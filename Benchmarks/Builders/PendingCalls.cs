namespace Benchmarks.Builders;

/// <summary>Calls that await pending reads. All calls are in flight before the first read completes.</summary>
internal sealed class PendingCalls
{
    private readonly PendingRead[] _reads;
    private readonly ValueTask<int>[] _calls;

    public PendingCalls(int inFlight)
    {
        _reads = new PendingRead[inFlight];
        _calls = new ValueTask<int>[inFlight];
        for (var i = 0; i < inFlight; i++)
        {
            _reads[i] = new PendingRead();
        }
    }

    public void Start(Func<ValueTask<int>, ValueTask<int>> call)
    {
        for (var i = 0; i < _calls.Length; i++)
        {
            _calls[i] = call(_reads[i].Start());
        }
    }

    public int Complete()
    {
        var sum = 0;
        foreach (var read in _reads)
        {
            read.Complete(20);
        }

        foreach (var call in _calls)
        {
            sum += call.Result;
        }

        return sum;
    }
}
