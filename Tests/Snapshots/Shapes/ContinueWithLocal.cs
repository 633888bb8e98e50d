// A lambda that captures one variable gets it as its state: no closure, and one delegate for all calls.
using System.Threading.Tasks;

public static class C
{
    public static Task<int> Add(Task<int> task, int number) => task.ContinueWith(ended => ended.Result + number, TaskScheduler.Default);

    public static Task<int> Measure(Task<int> task, string text) => task.ContinueWith(ended => ended.Result + text.Length, TaskScheduler.Default);
}
