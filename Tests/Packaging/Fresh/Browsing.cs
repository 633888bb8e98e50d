using System.Linq;
using System.Reflection;
using System.Threading.Tasks;

namespace Fresh;

/// <summary>Code for each rewrite to change. The code runs on a browser's only thread.</summary>
public static class Browsing
{
    /// <summary>The assemblies that define the builders of the state machines.</summary>
    public static string Builders => string.Join(' ', typeof(Browsing).GetNestedTypes(BindingFlags.NonPublic)
        .Select(type => type.GetField("<>t__builder")?.FieldType.Assembly.GetName().Name)
        .Where(name => name != null)
        .Distinct());

    public static async Task<string> CallAsync()
    {
        var sum = await SumAsync(1, 2) + await SumAsync(3, 4) + await TaskAsync(5);
        var slow = new TaskCompletionSource<int>();
        var first = await Task.WhenAny(slow.Task, TaskAsync(6), new TaskCompletionSource<int>().Task);
        var continued = await first.ContinueWith(done => sum + done.Result, TaskScheduler.Default);
        slow.SetResult(0);
        return $"{sum} {await first} {continued}";
    }

    private static async ValueTask<int> SumAsync(int a, int b)
    {
        await Task.Delay(1);
        return a + b;
    }

    private static async Task<int> TaskAsync(int number)
    {
        await SumAsync(number, number);
        return await SumAsync(number, 1);
    }
}
