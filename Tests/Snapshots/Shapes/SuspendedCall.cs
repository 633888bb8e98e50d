// An async method gets a pooled builder: a call that suspends allocates nothing.
using System.Threading.Tasks;

public static class C
{
    public static async ValueTask<int> ReadAsync()
    {
        await Task.Yield();
        return 1;
    }
}
