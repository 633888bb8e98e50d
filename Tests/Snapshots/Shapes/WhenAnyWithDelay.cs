// The delay of an awaited WhenAny: its timer ends when the work wins.
using System.Threading.Tasks;

public static class C
{
    public static async Task<bool> InTimeAsync(Task work) => await Task.WhenAny(work, Task.Delay(30_000)) == work;
}
