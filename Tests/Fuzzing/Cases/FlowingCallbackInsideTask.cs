// Seed 1132, C# 12.
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
        w.Start(21, Place.Nowhere, Consumption.ConfiguredCallback, l => p.M0(l, 5, o: 0));
        w.Step(Place.SecondScheduler, () => w.Complete(4));
    }
    public virtual async ValueTask M0(Lane l, int a, int b = 4, params int[] o)
    {
        await w.Value(4);
    }
}
