using System.Runtime.CompilerServices;
using PooledAwait.Fody.Rewrites.Builders;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders;

[Thorough]
[Alone]
public class StateMachineSizeTests
{
    [Test]
    public void Is_that_of_the_runtime_for_machines_of_known_fields()
    {
        var sizes = Sizes(
            """
            using System;
            using System.Threading;
            using System.Threading.Tasks;
            static class C
            {
                enum E : short { A }
                struct Two { public int A; public object B; }

                static async Task Nothing() => await Task.Yield();
                static async Task<int> OneAwaiter(Task<int> t) => await t;
                static async Task Longs(long a, long b, long c) { await Task.Yield(); GC.KeepAlive(a + b + c); }
                static async Task Small(byte a, bool b, short c, char d, E e) { await Task.Yield(); Use($"{a}{b}{c}{d}{e}"); }
                static async Task Framework(DateTime a, Guid b, decimal c, CancellationToken d, TimeSpan e)
                {
                    await Task.Yield();
                    Use($"{a}{b}{c}{d}{e}");
                }

                static void Use(string text) { }
                static async Task Own(Two a, Two b) { await Task.Yield(); GC.KeepAlive(a.B); GC.KeepAlive(b.B); }
                static async Task<string> Nullable(int? a, long? b) { await Task.Yield(); return $"{a}{b}"; }
                static async Task<string> Tuple((int, string) a) { await Task.Yield(); return $"{a}"; }
                static async Task Values(ValueTask<int> a, ValueTask b) { await a; await b; await a.ConfigureAwait(false); }
                static async Task Memory(ReadOnlyMemory<byte> a, string[] b) { await Task.Yield(); GC.KeepAlive(b[a.Length]); }
            }
            """);

        Assert.That(sizes, Has.Count.EqualTo(10));
        Assert.That(sizes.Select(size => $"{size.Name}: {size.Estimated}"), Is.EqualTo(sizes.Select(size => $"{size.Name}: {size.Actual}")));
    }

    [Test]
    public void Is_that_of_a_reference_for_a_machine_that_is_a_class()
    {
        using var module = Fixtures.Compiled(Shape.Debug).Read();
        var machines = module.GetTypes().Where(type => type.Name.Contains(">d__") && !type.IsValueType).ToList();

        Assert.That(machines, Is.Not.Empty);
        Assert.That(machines.Select(StateMachineSize.Of), Is.All.EqualTo(8));
    }

    [Test]
    public void Takes_an_unknown_struct_for_two_references()
    {
        var size = Sizes(
            """
            using System;
            using System.Threading.Tasks;
            static class C
            {
                static async Task Unknown(System.Runtime.InteropServices.GCHandle a) { await Task.Yield(); GC.KeepAlive(a.IsAllocated); }
            }
            """).Single();

        Assert.That(size.Estimated - size.Actual, Is.EqualTo(8));
    }

    private static List<(string Name, int Estimated, int Actual)> Sizes(string source)
    {
        var compiled = Fixtures.Compile(Shape.Release, source);
        using var module = compiled.Read();
        var loaded = new LoadedAssembly(compiled);
        return
        [
            .. from type in module.GetTypes()
               where type.Name.Contains(">d__")
               select (type.Name, StateMachineSize.Of(type), SizeOf(loaded.Assembly.GetType(type.FullName.Replace('/', '+'))!)),
        ];
    }

    private static int SizeOf(Type type) =>
        (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(type).Invoke(null, null)!;
}
