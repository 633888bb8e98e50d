namespace AssemblyToProcess.Valid;

/// <summary>Awaits inside expressions. The compiler spills the values that were computed before the awaits.</summary>
public static class Expressions
{
    public static async Task Are_evaluated_in_order(Trace trace)
    {
        trace.Add("arguments", await Arguments(trace));
        trace.Add("conditional", await Conditional(true) + await Conditional(false));
        trace.Add("switch", await Switch(1) + await Switch("s") + await Switch(null));
        trace.Add("coalescing", await Coalescing(null) + await Coalescing("given"));
        trace.Add("initialisers", await Initialisers());
        trace.Add("assignment", await Assignment(new[] { 1, 2, 3 }));
        trace.Add("tuple", await Tuple());
    }

    private static async ValueTask<string> Arguments(Trace trace) =>
        string.Concat(Note(trace, "a"), await Later("b"), Note(trace, "c"), await Later("d"));

    private static async ValueTask<string> Conditional(bool condition) =>
        condition && await Later(true) ? $"{await Later("yes")};" : $"{await Later("no")};";

    private static async ValueTask<string> Switch(object? value) => value switch
    {
        int number when await Later(number) == 1 => await Later("one;"),
        string text => await Later(text + ";"),
        null => "null;",
        _ => throw new InvalidOperationException(),
    };

    private static async ValueTask<string> Coalescing(string? given) => given ?? await Later<string?>(null) ?? await Later("fallback;");

    private static async ValueTask<string> Initialisers()
    {
        var list = new List<int> { await Later(1), 2, await Later(3) };
        var map = new Dictionary<string, int> { ["a"] = await Later(1), [await Later("b")] = 2 };
        var array = new[] { list.Count, await Later(map.Count), await Later(map["b"]) };
        return string.Join(",", array) + (await Later(list))?.Count;
    }

    private static async ValueTask<string> Assignment(int[] array)
    {
        array[await Later(0)] += await Later(10);
        array[1] = array[2] = await Later(7);
        var i = 0;
        array[i++] += await Later(i);
        return string.Join(",", array);
    }

    private static async ValueTask<string> Tuple()
    {
        var (a, b) = (await Later(1), await Later(2));
        (a, b) = (b, a);
        var query = from x in new[] { a, b } select x * 10;
        return string.Join(",", query) + await Later(".");
    }

    private static string Note(Trace trace, string text)
    {
        trace.Add("evaluated", text);
        return text;
    }

    private static async ValueTask<T> Later<T>(T value)
    {
        await Task.Yield();
        return value;
    }
}
