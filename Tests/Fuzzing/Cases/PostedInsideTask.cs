// Seed 100522.
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
        w.Start(37, Place.SecondContext, l => new S0(p, 3).M0(l, 0));
        w.Step(Place.FirstScheduler, () => w.Complete(2));
    }
    public async ValueTask<int> M2(Lane l, int a)
    {
        a = (await w.Plain(2));
        return 1;
    }
    public struct S0(Program program, int number)
    {
        private int _n = number;

        public async Task M0(Lane l, int a)
    {
        var p = program; var n = ++_n;
        var v3 = p.M2(l.Call(2), 1);
        l.Log(5, v3.IsCompleted ? v3.Result : await v3);
    }
    }
}
