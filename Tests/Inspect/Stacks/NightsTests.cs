using Microsoft.CodeAnalysis;
using Tests.Inspect.Stacks.RuntimeAsync;

namespace Tests.Inspect.Stacks;

/// <summary>
/// Runs the tool on three woven services that hang (<c>Nights</c>). On .NET 11, the services are also compiled without state machines. The first lines of the
/// tool's output show why a service hangs, as docs/diagnosing.md explains.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
[TestFixture(10, false)]
[TestFixture(11, false)]
[TestFixture(11, true)]
public sealed class NightsTests(int version, bool isRuntimeAsync)
{
    /// <summary>Orders take the stock first and then the ledger. Returns take the ledger first and then the stock.</summary>
    [Test]
    public void Two_semaphores_that_are_entered_in_another_order()
    {
        var output = Look("Warehouse", output => output.Contains("may wait for each other: ", StringComparison.Ordinal));
        Assert.That(output, Does.Contain(
            "\nThese may wait for each other: Warehouse.Orders.Place Warehouse.cs:44 is inside SemaphoreSlim Warehouse.Stock and waits for SemaphoreSlim Warehouse.Ledger; " +
            "Warehouse.Returns.TakeBack Warehouse.cs:75 is inside SemaphoreSlim Warehouse.Ledger and waits for SemaphoreSlim Warehouse.Stock.\n\n"));
        Assert.That(output, Does.Contain("SemaphoreSlim Warehouse.Ledger (count 0)  [inside: Warehouse.Returns.TakeBack Warehouse.cs:75]"));
    }

    /// <summary>The exchange answers only as many questions as fit into one packet.</summary>
    [Test]
    public void Answers_that_nobody_will_give() => Assert.That(
        Look("Quotes", output => output.Contains("Quotes.Program.Main", StringComparison.Ordinal)),
        Does.Match(@"\n 2 +Quotes\.Portfolio\.Price Quotes\.cs:42\n 2 +Quotes\.Exchange\.Wait Quotes\.cs:81\n 2 +~ TaskCompletionSource<Decimal>\n"));

    /// <summary>The other side does not answer, so no connection becomes free. The output is complete when the program awaits all letters.</summary>
    [Test]
    public void A_hundred_thousand_letters_and_twenty_connections()
    {
        var output = Look("Post", output => output.Contains("Post.Outbox.Send Post.cs:66", StringComparison.Ordinal) && !output.Contains("nobody awaits it", StringComparison.Ordinal));
        Assert.That(output, Does.Match(@"\n 99,980 +Post\.Outbox\.Deliver Post\.cs:45\n 99,980 +~ SemaphoreSlim Outbox\._connections \(count 0\)  \[inside: 20 Post\.Outbox\.Deliver Post\.cs:48\]\n"));
        Assert.That(output, Does.Match(@"\n +20 +Post\.Outbox\.Send Post\.cs:66\n +20 +~ socket \(receive\) 127\.0\.0\.1:\d+\n"));
    }

    /// <summary>Builds a program as a service would be built, and runs the tool on it.</summary>
    private string Look(string name, Func<string, bool> isThere)
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Start(Hosts.Of(version), Build(run, name));
        return RepeatedLook.Until(isThere, () => { }, "stacks", $"{program.Id}").Output;
    }

    private string Build(ToolRun run, string name)
    {
        var assembly = run.Compile(name, File.ReadAllText(Repository.PathOf("Tests", "Inspect", "Stacks", "Nights", $"{name}.cs")), kind: OutputKind.ConsoleApplication, isRuntimeAsync: isRuntimeAsync);
        File.WriteAllText(Path.ChangeExtension(assembly, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig($"{version}.0.0"));
        var (exitCode, output, error) = ToolRun.Run("weave", Path.GetDirectoryName(assembly)!, "-o", run.PathOf("woven"));
        Assert.That(exitCode, Is.Zero, output + error);
        return run.PathOf("woven", $"{name}.dll");
    }
}
