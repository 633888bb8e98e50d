using Mono.Cecil;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.NewerRuntimes;

/// <summary>Runs a woven program on changed base libraries. In each, the interface that all boxes implement has more members than in .NET 10.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class UnknownMembersTests
{
    private OwnRuntime _runtime = null!;
    private byte[] _program = null!;
    private IReadOnlyList<ScenarioRun> _same = null!;
    private IReadOnlyList<ScenarioRun> _bytes = null!;
    private IReadOnlyList<string> _unchanged = null!;

    [OneTimeSetUp]
    public void Prepare()
    {
        var (conformance, builders) = (ScenarioImages.Conformance(), ScenarioImages.Builders());
        _same = [.. ScenarioRun.OfConformance(conformance).Where(run => run.Type.EndsWith($".{nameof(Suspending)}", StringComparison.Ordinal))];
        _bytes = [.. ScenarioRun.OfBytes(builders)];
        _program = ScenarioProgram.Compile([conformance, builders], [.. _same, .. _bytes]);
        _runtime = new OwnRuntime();
        _unchanged = Run(_ => { });
    }

    [OneTimeTearDown]
    public void Delete() => _runtime?.Dispose();

    /// <summary>Checks the run on the unchanged base library. The other tests compare with the results of this run.</summary>
    [Test]
    public void Boxes_are_made_and_resumed_where_all_members_are_known()
    {
        var observed = ScenarioProgram.Observed(_unchanged, [.. _same, .. _bytes]);
        Assert.Multiple(() =>
        {
            Assert.That(ScenarioProgram.Ways(_unchanged), Is.EqualTo(ScenarioProgram.AllWays));
            Assert.That(_same, Is.Not.Empty);
            Assert.That(observed.Take(_same.Count).Where(one => one.Woven != one.NotWoven), Is.Empty);
            Assert.That(observed.Skip(_same.Count), Has.Some.Property(nameof(Observation.Woven)).EqualTo("bytes: 0"));
        });
    }

    /// <summary>The program prints the same as on the unchanged base library, including all counts of bytes.</summary>
    [Test]
    public void Boxes_are_made_and_resumed_where_the_interface_is_that_of_NET_11() =>
        Assert.That(Run(ChangedCoreLibrary.AddDiagnosticData), Is.EqualTo(_unchanged));

    [Test]
    public void Delegates_take_their_place_where_there_is_a_member_that_nobody_knows()
    {
        var lines = Run(module =>
        {
            ChangedCoreLibrary.AddDiagnosticData(module);
            ChangedCoreLibrary.AddMember(module, "NobodyKnowsIt");
        });
        var observed = ScenarioProgram.Observed(lines, [.. _same, .. _bytes]);
        Assert.Multiple(() =>
        {
            Assert.That(ScenarioProgram.Ways(lines), Is.EqualTo(ScenarioProgram.WaysWithoutBoxes));
            Assert.That(observed.Take(_same.Count), Is.EqualTo(ScenarioProgram.Observed(_unchanged, _same)));
        });
    }

    private IReadOnlyList<string> Run(Action<ModuleDefinition> change) => _runtime.Run(_program, ChangedCoreLibrary.Of(change));
}
