// A call whose task is kept in a variable, and awaited once later, goes to the twin too.
using System.Threading.Tasks;

public static class C
{
    public static async Task<int> BothAsync()
    {
        var first = ReadAsync(1);
        var second = ReadAsync(2);
        return await first + await second;
    }

    public static async Task<int> ReadAsync(int number)
    {
        await Task.Yield();
        return number;
    }
}
