namespace Tests.Together;

/// <summary>
/// If two assemblies are woven together, the weaver follows kept and passed results, and calls through delegates, from one assembly to the other.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class KeptResultTests
{
    private const string Library = """
        using System;
        using System.Threading.Tasks;

        public static class Library
        {
            public static async Task<int> First(int value) { await Task.Yield(); return value; }
            public static async Task<int> Second(int value) { await Task.Yield(); return value; }
            public static async ValueTask<int> Use(ValueTask<int> task) => await task + 1;
            public static async ValueTask<int> UseTwice(ValueTask<int> task) => await task + await task;
            public static async Task<int> Call(Func<ValueTask<int>> function) => await function();
            public static async Task<int> CallTwice(Func<int, ValueTask<int>> function) { var task = function(1); return await task + await task; }
        }
        """;

    private const string App = """
        using System.Threading.Tasks;

        public static class Program
        {
            public static async Task<int> Kept() { var one = Library.First(1); var two = Library.Second(2); return await one + await two; }
            public static async Task<int> Passed() => await Library.Use(ToUse());
            public static async Task<int> PassedToTwice() => await Library.UseTwice(ToUseTwice());
            public static async Task<int> Called() => await Library.Call(ToCall);
            public static async Task<int> CalledTwice() => await Library.CallTwice(ToCallTwice);
            private static async ValueTask<int> ToUse() { await Task.Yield(); return 1; }
            private static async ValueTask<int> ToUseTwice() { await Task.Yield(); return 1; }
            private static async ValueTask<int> ToCall() { await Task.Yield(); return 1; }
            private static async ValueTask<int> ToCallTwice(int value) { await Task.Yield(); return value; }
        }
        """;

    private Parts _parts = null!;

    [OneTimeSetUp]
    public void Compile() => _parts = new Parts().Add("Library", Library).Add("App", App);

    [OneTimeTearDown]
    public void Delete() => _parts.Dispose();

    [Test]
    public void One_assembly_alone_does_not_know_what_the_other_does_with_them() =>
        Assert.That(_parts.WeaveTogether("--assembly", "App"), Does.Contain("passed-on (2)").And.Not.Contain("without a task"));

    // All calls are woven except the calls whose result is used twice.
    [Test]
    public void Both_do() =>
        Assert.That(_parts.WeaveTogether(), Does.Contain("4 awaited calls without a task, 0 left alone").And.Contain("consumed-twice (2)"));

    [TestCase("Kept", 3)]
    [TestCase("Passed", 2)]
    [TestCase("PassedToTwice", 2)]
    [TestCase("Called", 1)]
    [TestCase("CalledTwice", 2)]
    public void They_come_to_the_same(string method, int expected)
    {
        _parts.WeaveTogether();

        Assert.That(_parts.Method<Func<Task<int>>>(Parts.NotWoven, "Program", method)().Result, Is.EqualTo(expected));
        Assert.That(_parts.Method<Func<Task<int>>>(Parts.Woven, "Program", method)().Result, Is.EqualTo(expected));
    }
}
