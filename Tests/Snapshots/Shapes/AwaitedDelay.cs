// An awaited delay needs neither a task nor a timer of its own.
using System.Threading;
using System.Threading.Tasks;

public static class C
{
    public static async Task WaitAsync(CancellationToken token) => await Task.Delay(100, token).ConfigureAwait(false);
}
