namespace AssemblyToProcess.Valid;

/// <summary>Async lambdas, nested ones and capturing ones, in fields, arguments and initialisers.</summary>
public static class Lambdas
{
    private static readonly Func<int, ValueTask<int>> s_twice = async x =>
    {
        await Task.Yield();
        return 2 * x;
    };

    public static async Task Are_methods_like_others(Trace trace)
    {
        trace.Add("in a field", await s_twice(21));
        trace.Add("capturing", await Capturing(3));
        trace.Add("nested", await Nested(trace));
        trace.Add("generic", await Generic("g"));
        trace.Add("of this", await new Instance(5).Run());
        Func<ValueTask> anonymous = async delegate
        {
            await Task.Yield();
            trace.Add("anonymous method");
        };
        await anonymous();
    }

    public static async Task Share_what_they_capture(Trace trace)
    {
        var turnstile = new Turnstile();
        var shared = 1;
        Func<ValueTask> add = async () =>
        {
            shared += 10;
            await turnstile;
            shared *= 2;
        };
        var first = add().AsTask();
        var second = add().AsTask();
        shared++;
        turnstile.PassAll();
        await first;
        await second;
        trace.Add("shared", shared);

        var each = new List<Func<ValueTask<int>>>();
        for (var i = 0; i < 3; i++)
        {
            var own = i;
            each.Add(async () =>
            {
                await Task.Yield();
                return own + (i * 10);
            });
        }

        foreach (var one in each)
        {
            trace.Add("each", await one());
        }
    }

    private static async ValueTask<int> Capturing(int times)
    {
        var sum = 0;
        Func<int, ValueTask> add = async x =>
        {
            await Task.Yield();
            sum += x * times;
        };
        await add(1);
        await add(2);
        return sum;
    }

    private static async ValueTask<string> Nested(Trace trace)
    {
        var text = "a";
        Func<string, ValueTask<string>> outer = async b =>
        {
            Func<string, ValueTask<string>> inner = async c =>
            {
                await Task.Yield();
                text += c;
                return text + b;
            };
            await Task.Yield();
            return await inner(await inner("c"));
        };
        var result = await outer("b");
        trace.Add("text", text);
        return result;
    }

    private static async ValueTask<T> Generic<T>(T value)
    {
        Func<ValueTask<T>> get = async () =>
        {
            await Task.Yield();
            return value;
        };
        return await get();
    }

    private sealed class Instance
    {
        private readonly int _value;
        private readonly Func<ValueTask<int>> _run;

        public Instance(int value)
        {
            _value = value;
            _run = async () =>
            {
                await Task.Yield();
                return _value + value;
            };
        }

        public ValueTask<int> Run() => _run();
    }
}
