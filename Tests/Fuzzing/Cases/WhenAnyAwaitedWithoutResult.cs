// Seed 241, suspends first; the order within a step is not compared.
using PooledAwait;
using Tests.Fuzzing.Worlds;

namespace Case;

public class Program
{
    public readonly World w;
    public Program(World world) => w = world;
    public static void Script(World w)
    {
        var p = new Program(w);
        w.Start(20, Place.Nowhere, Consumption.Callback, l => p.M0(l, 2));
        w.Step(Place.Nowhere, () => w.Complete(1));
    }
    public async ValueTask<int> M0(Lane l, int a)
    {
        Task t4 = Task.WhenAny(w.NewTask(1), w.CancelledTask(), w.NewTask(3));
        await t4;
        await w.NewTask(1);
        return 1;
    }
}
