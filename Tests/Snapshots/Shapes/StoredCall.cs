// A caller that stores a ValueTask, or uses it twice, is given one that may be used so.
using System.Threading.Tasks;

public static class C
{
    public static ValueTask<int>[] Start() => [ReadAsync()];

    public static async ValueTask<int> SumAsync() => await ReadAsync() + 2;

    public static async ValueTask<int> ReadAsync()
    {
        await Task.Yield();
        return 1;
    }
}
