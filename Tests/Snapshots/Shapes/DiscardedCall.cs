// A caller that throws the ValueTask away lets the box go back to the pool.
using System.Threading.Tasks;

public static class C
{
    public static void Start() => _ = ReadAsync();

    public static async ValueTask<int> ReadAsync()
    {
        await Task.Yield();
        return 1;
    }
}
