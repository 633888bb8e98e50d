namespace AssemblyToProcess.Valid;

/// <summary>Async local functions: static, capturing, recursive and generic.</summary>
public static class LocalFunctions
{
    public static async Task Are_methods_like_others(Trace trace)
    {
        trace.Add("static", await Static(4));
        trace.Add("capturing", await Capturing(4));
        trace.Add("recursive", await Recursive(5));
        trace.Add("generic", await Generic());
        trace.Add("as a delegate", await AsDelegate());
    }

    private static async ValueTask<int> Static(int value)
    {
        return await Square(value) + await Square(1);

        static async ValueTask<int> Square(int x)
        {
            await Task.Yield();
            return x * x;
        }
    }

    private static ValueTask<int> Capturing(int value)
    {
        var offset = 100;
        return Add();

        async ValueTask<int> Add()
        {
            offset++;
            await Task.Yield();
            return value + offset;
        }
    }

    private static async ValueTask<int> Recursive(int n)
    {
        var calls = 0;
        var result = await Factorial(n);
        return (result * 100) + calls;

        async ValueTask<int> Factorial(int k)
        {
            calls++;
            await Task.Yield();
            return k < 2 ? 1 : k * await Factorial(k - 1);
        }
    }

    private static async ValueTask<string> Generic()
    {
        return await Describe(1) + await Describe("x");

        static async ValueTask<string> Describe<T>(T value)
        {
            await Task.Yield();
            return $"{typeof(T).Name}={value};";
        }
    }

    private static async ValueTask<int> AsDelegate()
    {
        Func<int, ValueTask<int>> twice = Twice;
        return await twice(3) + await Twice(4);

        async ValueTask<int> Twice(int x)
        {
            await Task.Yield();
            return x * 2;
        }
    }
}
