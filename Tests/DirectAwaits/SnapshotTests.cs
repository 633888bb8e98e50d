using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;
using Tests.Weaving;

namespace Tests.DirectAwaits;

[Parallelizable(ParallelScope.Self)]
public class SnapshotTests
{
    [Test]
    public Task Twins_of_forwarders() => Verifier.Verify(Changes("DirectAwaitForwarders", member => member.Key.Contains(">Direct'")));

    [Test]
    public Task A_call_and_the_twin_that_it_goes_to() => Verifier.Verify(
        Changes("DirectAwaitCosts", member => member.Key.Contains("'<Nothing>Direct'") || member.Type.Contains("<WithoutAResult>") || member.Type.Contains("<Configured>")));

    [Test]
    public Task Virtual_calls_and_the_methods_that_they_go_to() => Verifier.Verify(
        Changes("DirectAwaitVirtualCosts", member => member.Key.Contains(">Dispatch'") || member.Type.Contains("<OfAPublicInterface>")));

    private static string Changes(string fixture, Func<IlText.Member, bool> isShown) =>
        ChangeText.Of([Weavers.WovenThroughout(Shape.Release)], $"{CompiledAssembly.Name}.Valid.{fixture}", isShown);
}
