using Mono.Cecil;
using NUnit.Framework;
using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.NewerRuntimes;

/// <summary>A woven program on a base library whose interface of boxes has more members than that of .NET 10.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class UnknownMembersTests
{
    private const string Default = "default";
    private const string Woven = "woven";

    private OwnRuntime _runtime = null!;
    private byte[] _program = null!;
    private IReadOnlyList<string> _unchanged = null!;

    [OneTimeSetUp]
    public void Prepare()
    {
        var runs =
            from scenario in ScenarioCase.All
            let type = scenario.Type.Split('.')[^1]
            where type is nameof(Suspending) or nameof(Failing) or nameof(Placing) or nameof(MeasuringTheLeast)
            where scenario.Scenario is { LetsEscape: false, OnlyPooled: false }
            from kind in scenario.Among(Kinds.All)
            from image in (string[])[Default, Woven]
            select new ScenarioRun(image, scenario.Type, scenario.Method, (int)kind);
        _program = ScenarioProgram.Compile(
            new Dictionary<string, byte[]>
            {
                [Default] = ScenarioContext.Image(BuilderChoice.Default, optimised: true),
                [Woven] = ScenarioContext.Image(BuilderChoice.Woven, optimised: true),
            },
            runs);
        _runtime = new OwnRuntime();
        _unchanged = Run(_ => { });
    }

    [OneTimeTearDown]
    public void Delete() => _runtime?.Dispose();

    [Test]
    public void The_copy_itself_changes_nothing() => Assert.That(ScenarioProgram.Ways(_unchanged), Is.EqualTo(ScenarioProgram.AllWays));

    [Test]
    public void Boxes_are_made_and_resumed_where_the_interface_is_that_of_NET_11()
    {
        var lines = Run(ChangedCoreLibrary.AddDiagnosticData);
        Assert.That(lines, Is.EqualTo(_unchanged));
    }

    [Test]
    public void Delegates_take_their_place_where_it_has_a_member_that_nobody_knows()
    {
        var lines = Run(module =>
        {
            ChangedCoreLibrary.AddDiagnosticData(module);
            ChangedCoreLibrary.AddMember(module, "NobodyKnowsIt");
        });
        Assert.That(ScenarioProgram.Ways(lines), Is.EqualTo(ScenarioProgram.WaysWithoutBoxes));
        Assert.That(ScenarioProgram.Observed(lines), Is.EqualTo(ScenarioProgram.Observed(_unchanged)));
    }

    private IReadOnlyList<string> Run(Action<ModuleDefinition> change) => _runtime.Run(_program, ChangedCoreLibrary.Of(change));
}
