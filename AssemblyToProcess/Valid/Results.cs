namespace AssemblyToProcess.Valid;

/// <summary>Results of every kind of type, pending and complete at once.</summary>
public static class Results
{
    private enum Colour : byte
    {
        Red,
        Green,
    }

    public static async Task Of_every_type(Trace trace)
    {
        foreach (var suspend in new[] { true, false })
        {
            trace.Add("reference", await Of("text", suspend));
            trace.Add("null", await Of<string?>(null, suspend));
            trace.Add("value", await Of(1.5, suspend));
            trace.Add("bool", await Of(true, suspend));
            trace.Add("nullable", await Of<long?>(null, suspend));
            trace.Add("enum", await Of(Colour.Green, suspend));
            trace.Add("tuple", await Of((1, "two", 3L), suspend));
            trace.Add("large struct", await Of(new Large(7), suspend));
            trace.Add("delegate", (await Of<Func<int>>(() => 8, suspend))());
            trace.Add("array", (await Of(new[] { 9 }, suspend))[0]);
            trace.Add("task", await await Of(Task.FromResult(10), suspend));
            trace.Add("ValueTask", await await Of(new ValueTask<int>(11), suspend));
            var (left, right) = await Pair(suspend);
            trace.Add("deconstructed", $"{left}{right}");
        }
    }

    private static async ValueTask<T> Of<T>(T value, bool suspend)
    {
        if (suspend)
        {
            await Task.Yield();
        }

        return value;
    }

    private static async ValueTask<(int Left, string Right)> Pair(bool suspend)
    {
        await Of(0, suspend);
        return (12, "r");
    }

    private readonly struct Large
    {
        private readonly long _a;
        private readonly long _b;
        private readonly long _c;
        private readonly string _d;

        public Large(int seed) => (_a, _b, _c, _d) = (seed, seed + 1, seed + 2, "d");

        public override string ToString() => $"{_a} {_b} {_c} {_d}";
    }
}
