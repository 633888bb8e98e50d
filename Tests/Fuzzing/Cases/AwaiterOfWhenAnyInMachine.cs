// Seed 1225; the order within a step is not compared.
using PooledAwait;
using Tests.Fuzzing.Worlds;

namespace Case;

[PooledAwait(Builders = PooledBuilders.ValueTask)]
public class Program
{
    public readonly World w;
    public Program(World world) => w = world;
    public static void Script(World w)
    {
        var p = new Program(w);
        w.Start(46, Place.FirstScheduler, l => p.M0(l, 9));
    }
    public async Task M0(Lane l, int a)
    {
        await Task.Yield();
        if (true) return;
        var c0 = l.Continuation(0);
        _ = this.M4(l.Call(1), ((await default(ValueTask<int>)) % 2 == 0 ? 1 : l.SomeWinner(8, await Task.WhenAny(w.TaskOf(0), w.TaskOf(0), l.Name(9, w.TaskOf(0)), w.TaskOf(0))))).ContinueWith(t => c0.Log(0, t), TaskScheduler.Current);
    }
    public async Task M4(Lane l, int a)
    {
    }
}
