// A local function has a twin too.
using System.Threading.Tasks;

public static class C
{
    public static async Task<int> SumAsync(int number)
    {
        return await ReadAsync() + 2;

        async Task<int> ReadAsync()
        {
            await Task.Yield();
            return number;
        }
    }
}
