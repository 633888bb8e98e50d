namespace Tests.Packaging;

/// <summary>A library and its test project, each woven by itself. The tests may use the library's ValueTasks in all ways that work without weaving.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class TwoProjectsTests
{
    private const string Library = """
        using System.Threading.Tasks;

        [assembly: System.Runtime.CompilerServices.InternalsVisibleTo("Woven")]
        [assembly: System.Runtime.CompilerServices.InternalsVisibleTo("NotWoven")]

        namespace Shop;

        internal sealed class Handler(Task running)
        {
            public async ValueTask Shutdown() { await running; }
        }
        """;

    private const string Test = """
        using System;
        using System.Threading.Tasks;
        using Shop;

        var running = new TaskCompletionSource();
        var shutdown = new Handler(running.Task).Shutdown();
        var first = Task.WhenAny(shutdown.AsTask(), Task.Delay(TimeSpan.FromMinutes(5)));
        running.SetResult();
        Console.WriteLine(await first == shutdown.AsTask() ? "Shut down in time." : "Not the same task.");
        """;

    [Test]
    public void One_that_is_woven_may_consume_twice_what_the_other_returns()
    {
        var folder = Packed.NewFolder();
        var library = FreshProject.Of(folder, "Library").Package("PooledAwait.Fody").Text("Handler.cs", Library);
        var woven = FreshProject.Of(folder, "Woven").With("OutputType", "Exe").Package("PooledAwait.Fody").Project(library).Text("Test.cs", Test);
        var notWoven = FreshProject.Of(folder, "NotWoven").With("OutputType", "Exe").With("PooledAwaitEnabled", "false").Package("PooledAwait.Fody").Project(library).Text("Test.cs", Test);

        var output = new FreshSolution(folder, [library, woven, notWoven]).Build("-c", "Release", "-v:n");

        Assert.That(output, Does.Match(@"Woven.Test\.cs\(6,\d+\): PooledAwait PA002: .* gets a task\. .* It calls Shutdown in Library \(consumed-twice\)\."));
        Assert.That(Dotnet.Run(folder, woven.Output("Release", "net10.0")), Does.Contain("Shut down in time."));
        var (exitCode, failure) = Dotnet.TryRun(folder, notWoven.Output("Release", "net10.0"));
        Assert.That(exitCode, Is.Not.Zero, failure);
        Assert.That(failure, Does.Contain("The ValueTask returned by Shop.Handler.Shutdown was used after its result had been consumed."));
    }
}
