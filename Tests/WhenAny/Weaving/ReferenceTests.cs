using NUnit.Framework;
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

    [Test]
    public void Spans_stay_the_base_library_s_where_the_runtime_has_no_method_for_them()
    {
        var others = References.Of("net10.0").Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll");
        var (woven, decisions) = CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, Source), references: [.. others, References.Runtime("netstandard2.0")]);
        Assert.That(CallDecisions.All.Of(decisions, "C"), Is.EqualTo(new[]
        {
            ("Awaited(Task, Task) in source.cs:5", "Its 2 tasks are passed as they were, and it is awaited without a task."),
            ("Any(Task, Task, Task) in source.cs:7", "no-specialized-overload"),
        }));
        var loaded = new LoadedAssembly(woven.Result, "netstandard2.0");
        var any = loaded.Assembly.GetType("C")!.GetMethod("Any")!.CreateDelegate<Func<Task, Task, Task, Task<Task>>>();
        Assert.That(any(Task.CompletedTask, Task.CompletedTask, Task.CompletedTask).Result, Is.SameAs(Task.CompletedTask));
    }
}
