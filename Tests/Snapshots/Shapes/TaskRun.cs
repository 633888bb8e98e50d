// Task.Run
using System.Threading.Tasks;

public static class C
{
    public static Task<int> Measure(string text) => Task.Run(() => text.Length);
}
