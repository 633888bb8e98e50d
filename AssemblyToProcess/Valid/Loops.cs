namespace AssemblyToProcess.Valid;

/// <summary>Awaits in loops of every kind, and every way to end a loop.</summary>
public static class Loops
{
    public static async Task Go_round(Trace trace)
    {
        trace.Add("for", await For(4));
        trace.Add("while", await While(new Queue<int>(new[] { 1, 2, 3 })));
        trace.Add("do", await Do());
        trace.Add("foreach over a list", await ForEach(new List<string> { "a", "b", "c" }));
        trace.Add("foreach over an array", await ForEachArray(new[] { 1, 2, 3 }));
        trace.Add("nested", await Nested(3));
        trace.Add("goto", await Goto());
    }

    private static async ValueTask<int> For(int count)
    {
        var sum = 0;
        for (var i = 0; i < count; i++)
        {
            if (i == 1)
            {
                continue;
            }

            sum += await One(i);
        }

        return sum;
    }

    private static async ValueTask<int> While(Queue<int> queue)
    {
        var sum = 0;
        while (queue.Count > 0 && await One(queue.Count) > 0)
        {
            sum = (sum * 10) + queue.Dequeue();
        }

        return sum;
    }

    private static async ValueTask<int> Do()
    {
        var i = 0;
        do
        {
            await Task.Yield();
        }
        while (await One(++i) < 3);
        return i;
    }

    private static async ValueTask<string> ForEach(List<string> items)
    {
        var text = "";
        foreach (var item in items)
        {
            await Task.Yield();
            text += item;
            if (item == "b")
            {
                break;
            }
        }

        return text;
    }

    private static async ValueTask<int> ForEachArray(int[] items)
    {
        var sum = 0;
        foreach (var item in items)
        {
            sum += await One(item);
        }

        return sum;
    }

    private static async ValueTask<string> Nested(int size)
    {
        var text = "";
        for (var i = 0; i < size; i++)
        {
            for (var j = i; j < size; j++)
            {
                text += $"{await One(i)}{await One(j)} ";
            }
        }

        return text;
    }

    private static async ValueTask<int> Goto()
    {
        var i = 0;
    again:
        await Task.Yield();
        if (++i < 3)
        {
            goto again;
        }

        return i;
    }

    private static async ValueTask<int> One(int value)
    {
        await Task.Yield();
        return value;
    }
}
