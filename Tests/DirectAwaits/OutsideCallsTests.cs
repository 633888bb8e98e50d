using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Together;

namespace Tests.DirectAwaits;

/// <summary>A full report lists awaited calls of methods in other projects and packages. A build of one project cannot weave these calls.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class OutsideCallsTests
{
    private const string Library = """
        using System.Threading.Tasks;

        public delegate Task<int> Callback(int value);

        public class Library
        {
            public static async Task<int> Called(int value) { await Task.Yield(); return value; }
            public virtual async Task Run() => await Task.Yield();
        }
        """;

    private const string App = """
        using System.Threading.Tasks;
        using PooledAwait;

        public static class Program
        {
            public static async Task<int> Calling(int value, Library library)
            {
                await library.Run().ConfigureAwait(false);
                return await Library.Called(value) + await System.IO.File.OpenRead("x").ReadAsync(new byte[1], 0, 1);
            }

            public static async Task<int> Keeping(int value)
            {
                var task = Library.Called(value);
                await Task.Yield();
                return await Task.WhenAny(task, task).Result;
            }

            [PooledAwaitIgnore]
            public static async Task<int> Ignored(int value) => await Library.Called(value);

            public static async Task<int> Delegating(Callback callback) => await callback(1);

            public static async Task<int> Specialised(Task<int> one, Task<int> other)
            {
                var first = await Task.WhenAny(one, other, Library.Called(1));
                return await first;
            }

            public static Task<int> Passing(int value) => Library.Called(value);
        }
        """;

    [Test]
    public void Calls_of_a_library_are_named_with_their_assembly()
    {
        var report = Weave();
        Assert.That(
            Outside(report).Select(decision => $"{report.NameOf(decision.Method)}: {decision.Detail}"),
            Is.EqualTo(["Program.Calling(int, Library): Library.Run in Library", "Program.Calling(int, Library): Library.Called in Library"]));
        Assert.That(SummaryLine.Of(report, TimeSpan.Zero), Does.Not.Contain(Reason.OtherAssembly.Id), "the line is the same without a full report");
    }

    [Test]
    public void A_whole_program_has_no_such_calls()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", App);
        Assert.That(parts.WeaveTogether(), Does.Not.Contain(Reason.OtherAssembly.Id));
    }

    private static IEnumerable<Decision> Outside(WeavingReport report) => report.Decisions.Where(decision => decision.Reason == Reason.OtherAssembly);

    private static WeavingReport Weave()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", App);
        string[] references = [.. References.Of(References.Current), parts.PathOf(Parts.NotWoven, "Library.dll")];
        using var resolver = new ReferenceResolver(references);
        return new OpenAssembly(parts.PathOf(Parts.NotWoven, "App.dll"), references, resolver).Weave(new XElement("PooledAwait", new XAttribute("WhenAny", "Tasks")));
    }
}
