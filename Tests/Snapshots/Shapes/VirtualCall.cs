// An awaited call of an interface goes to a method that asks the object for its type.
using System.Threading.Tasks;

public interface IReader
{
    Task<int> ReadAsync();
}

public sealed class Reader : IReader
{
    public async Task<int> ReadAsync()
    {
        await Task.Yield();
        return 1;
    }
}

public static class C
{
    public static async Task<int> SumAsync(IReader reader) => await reader.ReadAsync() + 2;
}
