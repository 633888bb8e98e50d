namespace AssemblyToProcess.Valid;

/// <summary>Async methods of structs work on a copy of the struct that is made at the call.</summary>
public static class Structs
{
    public static async Task Work_on_a_copy(Trace trace)
    {
        var turnstile = new Turnstile();
        var counter = new Counter { Value = 1 };
        var pending = counter.Add(turnstile, 10);
        counter.Value = 100;
        turnstile.Pass();
        trace.Add("inside", await pending);
        trace.Add("outside", counter.Value);

        var point = new Point(3, 4);
        trace.Add("readonly", await point.Sum());
        trace.Add("readonly, no result", point);
        await point.Note(trace);
        trace.Add("boxed", await ((ISummed)point).Sum());
        trace.Add("constrained", await Sum(point));
        trace.Add("record", await new Pair<string>("l", "r").Swap());
    }

    private static async ValueTask<int> Sum<T>(T summed)
        where T : struct, ISummed
    {
        await Task.Yield();
        return await summed.Sum();
    }

    private interface ISummed
    {
        ValueTask<int> Sum();
    }

    private struct Counter
    {
        public int Value;

        public async ValueTask<int> Add(Turnstile turnstile, int number)
        {
            Value += number;
            await turnstile;
            Value += number;
            return Value;
        }
    }

    private readonly struct Point : ISummed
    {
        private readonly int _x;
        private readonly int _y;

        public Point(int x, int y) => (_x, _y) = (x, y);

        public async ValueTask<int> Sum()
        {
            var sum = _x;
            await Task.Yield();
            return sum + _y;
        }

        public async ValueTask Note(Trace trace)
        {
            await Task.Yield();
            trace.Add("noted", this);
        }

        public override string ToString() => $"({_x}, {_y})";
    }

    private record struct Pair<T>(T Left, T Right)
    {
        public readonly async ValueTask<Pair<T>> Swap()
        {
            await Task.Yield();
            return new Pair<T>(Right, Left);
        }
    }
}
