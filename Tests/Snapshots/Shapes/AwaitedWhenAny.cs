// An awaited WhenAny of three tasks needs no task of its own.
using System.Threading.Tasks;

public static class C
{
    public static async Task<Task> FirstAsync(Task one, Task two, Task three) => await Task.WhenAny(one, two, three).ConfigureAwait(false);
}
