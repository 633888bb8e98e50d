// An awaited WaitAsync needs neither a task nor a timer of its own. The task becomes the first argument.
using System;
using System.Threading.Tasks;

public static class C
{
    public static async Task<int> CountAsync(Task<int> work) => await work.WaitAsync(TimeSpan.FromSeconds(30));
}
