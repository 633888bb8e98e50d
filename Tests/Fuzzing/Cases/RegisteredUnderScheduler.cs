// Seed 100774.
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
        w.Start(20, Place.SecondScheduler, Consumption.Callback, l => p.M0(l, 2));
        w.Step(Place.SecondContext, () => w.Fail(5));
    }
    public async ValueTask<int> M0(Lane l, int a)
    {
        return (await w.Custom(5));
    }
}
