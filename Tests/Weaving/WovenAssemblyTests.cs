using DiffPlex.Renderer;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Checks properties of a whole woven assembly.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class WovenAssemblyTests
{
    /// <summary>Fixtures in which some calls get their own tasks. In these fixtures, the weaver changes more than the builders.</summary>
    private static readonly string[] s_ownTasks = ["AssemblyToProcess.Valid.UsedUpInFilters", "AssemblyToProcess.Valid.ReferencedValueTasks"];

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Differs_from_the_compiled_one_in_the_names_of_builders_alone(Shape shape)
    {
        var woven = Weavers.WovenInBuilders(shape);
        var changed = 0;
        Assert.Multiple(() =>
        {
            foreach (var type in IlText.Types(woven.Input).Where(type => !HasOwnTasks(type)))
            {
                Assert.That(IlText.Members(woven.Result, type).Select(m => (m.Type, m.Key)), Is.EqualTo(IlText.Members(woven.Input, type).Select(m => (m.Type, m.Key))), type);
                foreach (var change in MemberChange.Between(woven, type, static _ => true))
                {
                    changed++;
                    Assert.That(change.Builders, Is.Not.Empty, change.Key);
                    Assert.That(change.Lines, Is.Empty, change.Key);
                }
            }
        });
        Assert.That(changed, Is.GreaterThan(500));
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Refers_to_what_the_compiled_one_refers_to_and_the_runtime(Shape shape)
    {
        var woven = Weavers.WovenThroughout(shape);
        using var before = new PEFileReader(woven.Input);
        using var after = new PEFileReader(woven.Result);
        Assert.That(after.References.Except(before.References).Select(r => r.Name), Is.SubsetOf(new[] { "PooledAwait.Runtime" }));
        Assert.That(after.References.Select(r => r.Name), Does.Contain("PooledAwait.Runtime").And.Unique);
    }

    [Test]
    public void Gains_the_reference_to_the_runtime_where_the_source_has_none([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        var compiled = Fixtures.Compile(shape, "using System.Threading.Tasks; class C { async ValueTask M() => await Task.Yield(); }");
        using var before = new PEFileReader(compiled);
        using var after = new PEFileReader(new WeavingRunner().Weave(compiled).Result);
        Assert.Multiple(() =>
        {
            Assert.That(before.References.Select(r => r.Name), Does.Not.Contain("PooledAwait.Runtime"));
            Assert.That(after.References.Except(before.References), Is.EqualTo(new[] { ("PooledAwait.Runtime", RuntimeVersion(shape)) }));
        });
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Is_the_same_bytes_for_the_same_input(Shape shape)
    {
        using var folder = new TemporaryFolder();
        var first = new WeavingRunner { Directory = folder.PathOf("a") }.Weave(Fixtures.Compiled(shape)).Result;
        var second = new WeavingRunner { Directory = folder.PathOf("another") }.Weave(Fixtures.Compiled(shape)).Result;
        Assert.Multiple(() =>
        {
            Assert.That(second.Image.SequenceEqual(first.Image), "the image");
            Assert.That(second.Symbols.SequenceEqual(first.Symbols), "the symbols");
        });
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Is_not_changed_by_a_second_weave(Shape shape)
    {
        var once = Weavers.Woven(shape).Result;
        var (twice, decisions) = Decisions.Of(new WeavingRunner(), once);
        Assert.Multiple(() =>
        {
            Assert.That(decisions.All.Select(d => d.Reason), Does.Contain("already-pooled").And.Not.Contain("changed"));
            Assert.That(IlText.Changed(once, twice.Result), Is.Empty);
        });
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Keeps_every_line_scope_and_stepping_record_of_the_symbols(Shape shape)
    {
        var woven = Weavers.WovenInBuilders(shape);
        using var before = new PEFileReader(woven.Input);
        using var after = new PEFileReader(woven.Result);
        var expected = SymbolText.Of(before).Where(line => !HasOwnTasks(line)).ToList();
        Assert.That(expected, Has.Count.GreaterThan(1000));
        var actual = SymbolText.Of(after).Where(line => !HasOwnTasks(line)).ToList();

        // Ignores the length of a kick-off method's outermost scope, because the woven method has one more instruction.
        var kickOffs = expected.Select(line => line.Split(": started by ")).Where(parts => parts.Length == 2).Select(parts => $"{parts[1]}: scope 0000+").ToHashSet();
        (expected, actual) = (expected.ConvertAll(WithoutLength), actual.ConvertAll(WithoutLength));
        Assert.That(actual.SequenceEqual(expected), () => UnidiffRenderer.GenerateUnidiff(string.Join("\n", expected), string.Join("\n", actual)));

        string WithoutLength(string line) => line.IndexOf("scope 0000+", StringComparison.Ordinal) is > 0 and var at && kickOffs.Contains(line[..(at + "scope 0000+".Length)])
            ? line.Remove(at + "scope 0000+".Length, 4)
            : line;
    }

    private static bool HasOwnTasks(string name) => s_ownTasks.Any(type => name.StartsWith(type, StringComparison.Ordinal));

    private static Version RuntimeVersion(Shape shape) => System.Reflection.AssemblyName.GetAssemblyName(References.Runtime(shape.Framework)).Version!;
}
