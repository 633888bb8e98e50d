// A delay in a variable, which only one awaited WhenAny gets, and which is compared with its result.
using System;
using System.Threading.Tasks;

public static class C
{
    public static async Task LimitAsync(Task work)
    {
        var delay = Task.Delay(30_000);
        var first = await Task.WhenAny(work, delay);
        if (first == delay)
        {
            throw new TimeoutException();
        }
    }
}
