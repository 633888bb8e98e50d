namespace Tests.Together;

/// <summary>
/// Calls that are bound at run time find the same members as without weaving. Weaving gives access to internals only to code that it adds to other assemblies.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class DynamicTests
{
    private const string Library = """
        using System.Threading.Tasks;

        public class Library
        {
            public string Of(object value) => "public";
            internal string Of(string value) => "internal";
            public async Task<int> Get() { await Task.Yield(); return 1; }
        }
        """;

    private const string App = """
        using System.Threading.Tasks;

        public static class Program
        {
            public static string Run() => Called().Result;
            private static async Task<string> Called() { dynamic library = new Library(); return (string)library.Of("text") + await new Library().Get() + await library.Get(); }
        }
        """;

    [Test]
    public void See_no_internal_overload()
    {
        using var parts = new Parts().Add("Library", Library).Add("App", App);
        Assert.That(parts.WeaveTogether(), Does.Contain("1 awaited call without a task"));

        Assert.That(parts.Method<Func<string>>(Parts.NotWoven, "Program", "Run")(), Is.EqualTo("public11"));
        Assert.That(parts.Method<Func<string>>(Parts.Woven, "Program", "Run")(), Is.EqualTo("public11"));
    }
}
