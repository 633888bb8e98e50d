using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>Checks which references a woven assembly has in addition to those of the compiled one.</summary>
[Parallelizable(ParallelScope.Self)]
public class ReferenceTests
{
    private const string Source = """
        using System.Threading.Tasks;

        public static class C
        {
            public static async Task<Task> Awaited(Task a, Task b) => await Task.WhenAny(a, b).ConfigureAwait(false);

            public static Task<Task> Any(Task a, Task b, Task c) => Task.WhenAny(a, b, c);
        }
        """;

    [Test]
    public void The_runtime_and_where_ValueTask_is_not_beside_Task_its_own_assembly([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        var (woven, _) = CallDecisions.All.Weave(Fixtures.Compile(shape, Source));
        using var before = new PEFileReader(woven.Input);
        using var after = new PEFileReader(woven.Result);
        string[] expected = shape.Framework == "net10.0" ? ["PooledAwait.Runtime"] : ["PooledAwait.Runtime", "System.Threading.Tasks.Extensions"];
        Assert.That(after.References.Except(before.References).Select(reference => reference.Name), Is.EquivalentTo(expected));

        var loaded = new LoadedAssembly(woven.Result, shape.Framework);
        var never = new TaskCompletionSource().Task;
        var awaited = loaded.Assembly.GetType("C")!.GetMethod("Awaited")!.CreateDelegate<Func<Task, Task, Task<Task>>>();
        Assert.That(awaited(never, Task.CompletedTask).Result, Is.SameAs(Task.CompletedTask));
    }

    [Test]
    public void Nothing_where_no_call_is_changed()
    {
        var (woven, _) = CallDecisions.All.Weave(Fixtures.Compile(Shape.StandardRelease, """
            using System.Threading.Tasks;

            public static class C
            {
                public static Task<Task> Any(Task a, Task b) => Task.WhenAny(a, b);
            }
            """));
        using var before = new PEFileReader(woven.Input);
        using var after = new PEFileReader(woven.Result);
        Assert.That(after.References, Is.EqualTo(before.References));
    }
}
