namespace AssemblyToProcess.Valid;

/// <summary>Locals of every kind of type live across an await.</summary>
public static class Locals
{
    private enum Colour
    {
        Red,
        Green,
    }

    public static async Task Keep_their_values(Trace trace)
    {
        var gate = new TaskCompletionSource<int>();
        var pending = Mixed(gate.Task, 3);
        gate.SetResult(4);
        trace.Add("mixed", await pending);
        trace.Add("unassigned", await Unassigned(false));
        trace.Add("unassigned", await Unassigned(true));
    }

    private static async ValueTask<string> Mixed(Task<int> task, int seed)
    {
        var number = seed;
        var wide = long.MaxValue - seed;
        var real = 1.5m;
        var text = "text";
        var pair = (Left: seed, Right: "right");
        var array = new[] { seed, seed + 1 };
        var colour = Colour.Green;
        int? maybe = null;
        object boxed = seed;
        number += await task;
        maybe ??= number;
        array[1] += number;
        await task;
        return $"{number} {wide} {real:0.0} {text} {pair.Left}{pair.Right} {array[0]},{array[1]} {colour} {maybe} {boxed}";
    }

    private static async ValueTask<int> Unassigned(bool assign)
    {
        int value;
        if (assign)
        {
            value = 1;
            await Task.Yield();
        }
        else
        {
            await Task.Yield();
            value = 2;
        }

        return value;
    }
}
