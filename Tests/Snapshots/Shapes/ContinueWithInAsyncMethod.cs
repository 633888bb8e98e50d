// The same inside of an async method, whose machine holds the variable.
using System.Threading.Tasks;

public static class C
{
    public static async ValueTask<int> MeasureAsync(Task<int> task, string text)
    {
        await Task.Yield();
        return await task.ContinueWith(ended => ended.Result + text.Length, TaskScheduler.Default);
    }
}
