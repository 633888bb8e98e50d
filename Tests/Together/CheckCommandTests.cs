using System.Text.Json;
using Tests.Inspect;

namespace Tests.Together;

/// <summary>Tests what <c>pooledawait check</c> reports about callers in one assembly and methods in another.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CheckCommandTests
{
    private const string Library = """
        using System.Threading.Tasks;

        public static class Library
        {
            public static async ValueTask<int> Get(int value) { await Task.Yield(); return value; }
            public static async ValueTask<int> Doubled(ValueTask<int> task) => await task + await task;
            public static async Task<int> DoubledByTwin(ValueTask<int> task) => await task + await task;
        }
        """;

    private const string Wrong = """
        using System.Collections.Generic;
        using System.Threading.Tasks;

        public static class App
        {
            private static ValueTask<int> s_kept;
            public static async Task<int> Twice() { var task = Library.Get(1); return await task + await task; }
            public static int Blocked() => Library.Get(2).Result;
            public static int BlockedOnAwaiter() => Library.Get(3).GetAwaiter().GetResult();
            public static void Discarded() => Library.Get(4);
            public static void Stored() => s_kept = Library.Get(5);
            public static async Task<bool> Asked() { var task = Library.Get(6); await task; return task.IsCompleted; }
            public static async Task<int> Helped() => await Library.Doubled(Library.Get(7));
            public static async Task<int> HelpedByTwin() => await Library.DoubledByTwin(Library.Get(8));
        }
        """;

    private const string Right = """
        using System.Threading.Tasks;

        public static class App
        {
            public static async Task<int> Awaited() => await Library.Get(1).ConfigureAwait(false);
            public static ValueTask<int> Returned() => Library.Get(2);
            public static int OfTask() { var task = Library.Get(3).AsTask(); return task.Result + task.Result; }
            public static int Asked() { var task = Library.Get(4); return task.IsCompletedSuccessfully ? task.Result : 0; }
            public static Task<int[]> PassedOn() => Task.WhenAll(Library.Get(5).AsTask(), Library.Get(6).AsTask());
        }
        """;

    [Test]
    public void Names_each_call_that_is_wrong()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", Wrong);

        var (exitCode, output, error) = ToolRun.Run("check", parts.PathOf(Parts.NotWoven));

        Assert.That(exitCode, Is.EqualTo(2), error);
        // Ignores the order of lines. The tool checks a type's state machines after the type's own methods, so the lines are not in the order of the source.
        Assert.That(output.Split('\n'), Is.EquivalentTo("""
            App.cs:7: App.Twice(): the ValueTask of Library.Get may be consumed more than once [consumed-twice]
            App.cs:8: App.Blocked(): the ValueTask of Library.Get is blocked on [blocked-on]
            App.cs:9: App.BlockedOnAwaiter(): the ValueTask of Library.Get is blocked on [blocked-on]
            App.cs:10: App.Discarded(): the ValueTask of Library.Get is discarded [discarded]
            App.cs:11: App.Stored(): the ValueTask of Library.Get is stored [stored]
            App.cs:12: App.Asked(): the ValueTask of Library.Get is read after it was consumed [asked-after-consumption]
            App.cs:13: App.Helped(): the ValueTask of Library.Get may be consumed more than once [consumed-twice]
            App.cs:14: App.HelpedByTwin(): the ValueTask of Library.Get may be consumed more than once [consumed-twice]
            8 found in 2 assemblies.

            """.ReplaceLineEndings("\n").Split('\n')));
    }

    [Test]
    public void Says_the_same_of_what_is_woven()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", Wrong);
        parts.WeaveTogether();

        Assert.That(ToolRun.Run("check", parts.PathOf(Parts.Woven)), Is.EqualTo(ToolRun.Run("check", parts.PathOf(Parts.NotWoven))));
    }

    [Test]
    public void Finds_nothing_where_nothing_is_wrong()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", Right);

        Assert.That(ToolRun.Run("check", parts.PathOf(Parts.NotWoven)), Is.EqualTo((0, "0 found in 2 assemblies.\n", "")));
    }

    [Test]
    public void Tells_the_same_to_programs()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", Wrong);

        var answer = JsonDocument.Parse(ToolRun.Run("check", parts.PathOf(Parts.NotWoven), "--json").Output).RootElement;

        Assert.That(answer.GetArrayLength(), Is.EqualTo(8));
        Assert.That(answer[0].EnumerateObject().Select(property => property.Name), Is.EqualTo(new[] { "assembly", "method", "source", "called", "kind", "sentence" }));
    }
}
