namespace AssemblyToProcess.Valid;

/// <summary>Properties, indexers, events and iterators that return the results of async lambdas and local functions.</summary>
public static class Properties
{
    public static async Task Hand_out_calls(Trace trace)
    {
        var source = new Source();
        trace.Add("property", await source.Value);
        trace.Add("indexer", await source[3]);
        source.Asked += async x =>
        {
            await Task.Yield();
            return x + 1;
        };
        trace.Add("event", await source.Ask(41));
        foreach (var call in source.Calls())
        {
            trace.Add("iterator", await call());
        }
    }

    private sealed class Source
    {
        private int _value = 1;

        public event Func<int, ValueTask<int>>? Asked;

        public ValueTask<int> Value
        {
            get
            {
                return Get();

                async ValueTask<int> Get()
                {
                    await Task.Yield();
                    return _value++;
                }
            }
        }

        public ValueTask<int> this[int index]
        {
            get
            {
                Func<ValueTask<int>> get = async () =>
                {
                    await Task.Yield();
                    return index * _value;
                };
                return get();
            }
        }

        public ValueTask<int> Ask(int x) => Asked!(x);

        public IEnumerable<Func<ValueTask<int>>> Calls()
        {
            for (var i = 0; i < 2; i++)
            {
                var own = i;
                yield return async () =>
                {
                    await Task.Yield();
                    return own;
                };
            }
        }
    }
}
