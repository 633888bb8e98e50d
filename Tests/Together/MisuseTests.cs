namespace Tests.Together;

/// <summary>
/// If two assemblies are woven together, the builders of one assembly's ValueTasks depend on what the other assembly does with these ValueTasks.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class MisuseTests
{
    private const string Library = """
        using System.Threading.Tasks;

        public interface IReader { ValueTask<int> Read(int value); }

        public static class Library
        {
            public static async ValueTask<int> Exact(int value) { await Task.Yield(); return value; }
            public static async ValueTask<int> Proper(int value) { await Task.Yield(); return value; }
            public static ValueTask<int> Forwarded(int value) => Behind(value);
            private static async ValueTask<int> Behind(int value) { await Task.Yield(); return value; }
        }

        public class Reader : IReader { public async ValueTask<int> Read(int value) { await Task.Yield(); return value; } }
        """;

    private const string App = """
        using System.Threading.Tasks;

        public static class Program
        {
            public static async Task<int> Twice() { var task = Library.Exact(1); return await task + await task; }
            public static async Task<int> Once() => await Library.Proper(1);
            public static int Blocked() => Library.Forwarded(2).Result;
            public static async Task<int> Virtual(IReader reader) { var task = reader.Read(1); await task; return await task; }
        }
        """;

    [Test]
    public void Of_another_assembly_is_seen()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", App);

        Assert.That(parts.WeaveTogether("--assembly", "Library"), Does.StartWith("Library.dll: PooledAwait: 4 async methods pooled (4 ValueTask), 0 left alone"));
        Assert.That(parts.WeaveTogether(), Does.Contain("Library.dll: PooledAwait: 2 async methods pooled (2 ValueTask), 2 left alone"));
        Assert.That(parts.Method<Func<Task<int>>>(Parts.Woven, "Program", "Twice")().Result, Is.EqualTo(2));
        Assert.That(parts.Method<Func<int>>(Parts.Woven, "Program", "Blocked")(), Is.EqualTo(2));
    }

    [Test]
    public void Of_an_assembly_that_was_woven_before_is_seen()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", App);
        parts.WeaveTogether("--assembly", "Library");
        parts.TakeWoven("Library");

        parts.WeaveTogether();

        Assert.That(() => parts.Method<Func<Task<int>>>(Parts.NotWoven, "Program", "Twice")().Result, Throws.Exception);
        Assert.That(parts.Method<Func<Task<int>>>(Parts.Woven, "Program", "Twice")().Result, Is.EqualTo(2));
        Assert.That(parts.Method<Func<int>>(Parts.Woven, "Program", "Blocked")(), Is.EqualTo(2));
    }
}
