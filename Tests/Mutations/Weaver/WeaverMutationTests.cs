using Tests.Compilation;

namespace Tests.Mutations.Weaver;

/// <summary>
/// Tests that each fault of the weaver can be put into the weaver's sources: the replaced text must occur there, and the result must compile. The command
/// <c>dotnet run -c Release --project Tests -- mutations</c> also runs tests with each fault.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class WeaverMutationTests
{
    private static readonly string[] s_layers = Extent.IsWhole ? ["`IL/Editing`", "`Options`"] : ["`IL/Editing`"];

    [Test]
    public void Each_fault_can_be_put_into_the_sources()
    {
        Assert.That(WeaverMutations.All, Has.Count.AtLeast(40));
        Assert.That(WeaverMutations.All.Select(mutation => mutation.Fault), Is.Unique);
        Assert.Multiple(() =>
        {
            foreach (var mutation in WeaverMutations.All)
            {
                Assert.That(() => WeaverSources.ErrorsOf(mutation.Edits), Is.Empty, mutation.Fault);
            }
        });
    }

    [Test]
    public void Each_is_to_be_noticed_by_tests_that_there_are() =>
        Assert.That(WeaverMutations.All.SelectMany(mutation => mutation.Tests).Distinct().Where(test => !IsThere($"Tests.{test}")), Is.Empty);

    /// <summary>Runs tests with one fault of a layer. The command <c>mutations</c> runs tests with all faults of all layers.</summary>
    [Test]
    public void One_of_a_layer_is_noticed_and_without_it_nothing_is([ValueSource(nameof(s_layers))] string layer)
    {
        using var folder = new TemporaryFolder();
        var mutation = WeaverMutations.ByLayer.Single(one => one.Layer == layer).Faults[0];
        Assert.Multiple(() =>
        {
            Assert.That(WeaverMutationTable.Notice(folder, mutation), Is.Not.Null);
            Assert.That(WeaverMutationTable.Notice(folder, mutation with { File = "" }), Is.Null);
        });
    }

    [TestCase("there is no such text", 0)]
    [TestCase("handler.TryStart", 3)]
    public void A_fault_that_does_not_fit_its_file_is_refused(string text, int times)
    {
        var e = Assert.Throws<ArgumentException>(() => new WeaverMutation("none", "BodyLabels.cs", text, "").Compile());
        Assert.That(e!.Message, Is.EqualTo($"BodyLabels.cs contains {times} times, not once: {text}"));
    }

    private static bool IsThere(string name)
    {
        var assembly = typeof(WeaverMutationTests).Assembly;
        var dot = name.LastIndexOf('.');
        return assembly.GetType(name) != null || assembly.GetType(name[..dot])?.GetMethod(name[(dot + 1)..]) != null;
    }
}
