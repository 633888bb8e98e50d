// Seed 700956, C# 12.
using PooledAwait;
using Tests.Fuzzing.Worlds;

namespace Case;

[PooledAwait(MinimumStateMachineSize = 128, WhenAny = PooledWhenAny.Tasks)]
public class Program
{
    public readonly World w;
    public Program(World world) => w = world;
    public static void Script(World w)
    {
        var p = new Program(w);
        w.Start(29, Place.Nowhere, l => new S0(p, 3).M0(l, 9));
    }
    public virtual async Task<int> M1(Lane l, int a, int b = 4, params int[] o)
    {
        return 1;
    }
    public Task<int> Forward10(Lane l, int a) => this.M1(l, a + 1, o: 2);
    public static Task<int> Forward11(Lane l, int a, Program p)
    {
        if (a % 2 == 0) return Task.FromResult(0);
        return p.Forward10(l, a + 1);
    }
    public struct S0(Program program, int number)
    {
        private int _n = number;

        public async Task<int> M0(Lane l, int a)
    {
        var p = program; var n = ++_n;
        var x13 = Task.FromResult((await Program.Forward11(l.Call(17), (await p.M1(l.Call(18), 1, o: 2).ConfigureAwait(ConfigureAwaitOptions.ForceYielding)), p)));
        return 1;
    }
    }
}
