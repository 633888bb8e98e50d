namespace AssemblyToProcess.Valid;

/// <summary>Async extension methods, of the classic form and in an extension block.</summary>
public static class ExtensionMethods
{
    public static async Task Extend(Trace trace)
    {
        trace.Add("of a string", await "text".RepeatedAsync(2));
        trace.Add("of a ValueTask", await Five().PlusAsync(1));
        trace.Add("of a generic type", await new List<int> { 1, 2 }.FirstAsync(x => new ValueTask<bool>(x == 2)));
        trace.Add("of a block", await "block".ReversedAsync());
    }

    private static async ValueTask<string> RepeatedAsync(this string text, int times)
    {
        var result = "";
        for (var i = 0; i < times; i++)
        {
            await Task.Yield();
            result += text;
        }

        return result;
    }

    private static async ValueTask<int> PlusAsync(this ValueTask<int> task, int number) => await task + number;

    private static async ValueTask<T?> FirstAsync<T>(this IEnumerable<T> items, Func<T, ValueTask<bool>> predicate)
    {
        foreach (var item in items)
        {
            if (await predicate(item))
            {
                return item;
            }
        }

        return default;
    }

    private static async ValueTask<int> Five()
    {
        await Task.Yield();
        return 5;
    }

    extension(string text)
    {
        private async ValueTask<string> ReversedAsync()
        {
            await Task.Yield();
            var characters = text.ToCharArray();
            Array.Reverse(characters);
            return new string(characters);
        }
    }
}
