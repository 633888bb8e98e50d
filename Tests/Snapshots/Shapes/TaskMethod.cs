// The same for a method that returns a task.
using System.Threading.Tasks;

public static class C
{
    public static async Task<int> ReadAsync()
    {
        await Task.Yield();
        return 1;
    }
}
