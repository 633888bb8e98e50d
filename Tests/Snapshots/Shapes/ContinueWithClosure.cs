// A lambda that captures two variables keeps its closure, which becomes the state.
using System.Threading.Tasks;

public static class C
{
    public static Task<string> Join(Task<string> task, string one, string other) => task.ContinueWith(ended => ended.Result + one + other, TaskScheduler.Default);
}
