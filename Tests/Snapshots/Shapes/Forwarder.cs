// A method that only returns another method's task has a twin too.
using System.Threading.Tasks;

public static class C
{
    public static async Task<int> SumAsync() => await ForwardAsync(1) + 2;

    public static Task<int> ForwardAsync(int number) => number < 0 ? Task.FromResult(0) : ReadAsync(number);

    public static async Task<int> ReadAsync(int number)
    {
        await Task.Yield();
        return number;
    }
}
