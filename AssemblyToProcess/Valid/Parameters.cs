namespace AssemblyToProcess.Valid;

/// <summary>Parameters of every kind can be read and written after an await.</summary>
public static class Parameters
{
    public static async Task Reach_the_other_side(Trace trace)
    {
        var turnstile = new Turnstile();
        var array = new[] { 1, 2 };
        var pending = Many(turnstile, 1, "two", 3.5, null, array, tail: new object[] { 'x', 6L });
        array[0] = 10;
        turnstile.Pass();
        trace.Add("many", await pending);
        trace.Add("written", await Written(5));
        trace.Add("copied", await Copied((1, 2)));
    }

    private static async ValueTask<string> Many(
        Turnstile turnstile, int number, string text, double real, int? nothing, int[] array, bool optional = true, params object[] tail)
    {
        await turnstile;
        return $"{number} {text} {real:0.0} {nothing?.ToString() ?? "null"} {array[0]} {optional} {tail[0]}{tail[1]}";
    }

    private static async ValueTask<int> Written(int value)
    {
        value++;
        await Task.Yield();
        value *= 2;
        await Task.Yield();
        return value;
    }

    private static async ValueTask<int> Copied((int Left, int Right) pair)
    {
        pair.Left = 10;
        await Task.Yield();
        return pair.Left + pair.Right;
    }
}
