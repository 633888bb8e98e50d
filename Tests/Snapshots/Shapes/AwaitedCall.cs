// An awaited call of a task method goes to the method's twin, which returns a ValueTask.
using System.Threading.Tasks;

public sealed class C
{
    public async Task<int> SumAsync() => await ReadAsync(1) + 2;

    public async Task<int> ReadAsync(int number)
    {
        await Task.Yield();
        return number;
    }
}
