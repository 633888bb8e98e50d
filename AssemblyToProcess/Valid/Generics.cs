namespace AssemblyToProcess.Valid;

/// <summary>State machines that use type parameters of methods, of types, and of both at once.</summary>
public static class Generics
{
    public static async Task Keep_their_type_arguments(Trace trace)
    {
        trace.Add("method", await Echo("a"));
        trace.Add("method", await Echo(1));
        trace.Add("method", await Echo<int?>(null));
        trace.Add("constrained", await Create<List<int>>());
        var outer = new Outer<string>("o");
        trace.Add("type", await outer.Value());
        trace.Add("type and method", await outer.With(2));
        trace.Add("generic in generic", await new Outer<string>.Inner<int>().Both("x", 3, 4.0));
        trace.Add("nested arguments", await Wrap(new KeyValuePair<string, int>("k", 5)));
        trace.Add("no result", outer.Log);
    }

    private static async ValueTask<T> Echo<T>(T value)
    {
        await Task.Yield();
        return value;
    }

    private static async ValueTask<string> Create<T>()
        where T : class, new()
    {
        await Task.Yield();
        return new T().GetType().Name;
    }

    private static async ValueTask<Dictionary<TKey, List<TValue>>> Wrap<TKey, TValue>(KeyValuePair<TKey, TValue> pair)
        where TKey : notnull
    {
        var list = new List<TValue> { await Echo(pair.Value) };
        return new Dictionary<TKey, List<TValue>> { [await Echo(pair.Key)] = list };
    }

    private sealed class Outer<T>
    {
        private readonly T _value;

        public Outer(T value) => _value = value;

        public string Log { get; private set; } = "";

        public async ValueTask<T> Value()
        {
            await Note(_value);
            return _value;
        }

        public async ValueTask<(T Own, TOther Other)> With<TOther>(TOther other)
        {
            await Note(other);
            return (_value, await Echo(other));
        }

        private async ValueTask Note<TNote>(TNote note)
        {
            await Task.Yield();
            Log += $"{typeof(T).Name}/{typeof(TNote).Name}:{note};";
        }

        public sealed class Inner<TInner>
            where TInner : struct
        {
            public async ValueTask<string> Both<TMethod>(T own, TInner inner, TMethod method)
            {
                await Task.Yield();
                return $"{own} {inner} {method} {typeof(TMethod).Name}";
            }
        }
    }
}
