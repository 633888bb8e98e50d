// A twin runs what a call of the method runs before the method's code: here a static constructor.
using System.Threading.Tasks;

public static class C
{
    public static readonly int Number;

    static C() => Number = 1;

    public static async Task<int> ReadAsync()
    {
        await Task.Yield();
        return 1;
    }
}

public static class Caller
{
    public static async Task<int> SumAsync() => await C.ReadAsync() + 2;
}
