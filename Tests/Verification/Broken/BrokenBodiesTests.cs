using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification.Broken;

/// <summary>The check and the decompiler's IL reader, fed with bodies that were sound before one thing in them was changed.</summary>
[Parallelizable(ParallelScope.Self)]
public class BrokenBodiesTests
{
    // Not a wish, but what was found out: all the others are why there is a check of our own.
    private static readonly string[] s_seenByDecompiler =
    [
        "a generic type without its arguments",
        "a missing box",
        "a box too many",
        "a box of another type",
        "an object as a number",
        "a store to a field of a value",
        "the address of a field of a value",
        "a struct's method on a value",
        "a method that returns something else",
        "a type that is not there",
        "branches that meet with different depths",
        "branches that meet with different kinds",
        "a switch on a string",
        "a branch into a handler",
        "a missing leave",
        "a filter that leaves a value",
        "a handler that starts early",
        "a handler that starts late",
        "a handler that takes no exception",
        "a number written through an object",
        "unboxed to another type",
        "a struct's method without constrained",
        "constrained to what has no such method",
        "constrained before a load",
        "volatile before a call",
        "readonly before a read",
    ];

    private static readonly Lazy<CheckedAssembly> s_sound = new(() => IlCheck.Of(BrokenAssembly.Sound));
    private static readonly Lazy<CheckedAssembly> s_broken = new(() => IlCheck.Of(BrokenAssembly.Broken));

    private static readonly Lazy<IReadOnlyList<string>> s_warnings = new(() =>
        IlWarnings.Of(BrokenAssembly.Broken).Warnings.Except(IlWarnings.Of(BrokenAssembly.Sound).Warnings).ToList());

    private static IEnumerable<TestCaseData> Cases => BrokenBodies.All.Select((body, i) => new TestCaseData(i).SetArgDisplayNames(body.Name));

    [Test]
    public void Are_sound_before_they_are_broken()
    {
        Assert.That(s_sound.Value.Methods, Is.GreaterThan(BrokenBodies.All.Count));
        Assert.That(s_sound.Value.Findings, Is.Empty);
    }

    [TestCaseSource(nameof(Cases))]
    public void Are_found(int index)
    {
        var findings = s_broken.Value.Findings.Where(finding => finding.Method.StartsWith(BrokenBodies.ClassOf(index))).ToList();
        Assert.That(findings.Select(finding => finding.Kind), Does.Contain(BrokenBodies.All[index].Kind), string.Join("\n", findings));
    }

    [TestCaseSource(nameof(Cases))]
    public void Are_new_to_the_sound_assembly(int index)
    {
        var findings = s_broken.Value.NewSince(s_sound.Value).Where(finding => finding.Method.StartsWith(BrokenBodies.ClassOf(index)));
        Assert.That(findings, Is.Not.Empty);
    }

    [Test]
    public void Show_every_kind_of_finding() =>
        Assert.That(BrokenBodies.All.Select(body => body.Kind).Append(FindingKind.StackOverflow), Is.SupersetOf(Enum.GetValues<FindingKind>()));

    [Test]
    public void Are_seen_by_the_decompiler_in_part() =>
        Assert.That(
            BrokenBodies.All.Where((_, i) => s_warnings.Value.Any(warning => warning.StartsWith(BrokenBodies.ClassOf(i)))).Select(body => body.Name),
            Is.EqualTo(s_seenByDecompiler));

    [Test]
    public void Are_found_where_the_stack_is_deeper_than_the_header_says()
    {
        var compiled = Fixtures.Compile(
            Shape.Release,
            """
            class C
            {
                int M(int n) => N(n, n, n, n, n, n, n, n, n);
                static int N(int a, int b, int c, int d, int e, int f, int g, int h, int i) => 1;
            }
            """);
        using var image = new PEReader(new MemoryStream(compiled.Image));
        var metadata = image.GetMetadataReader();
        var method = metadata.MethodDefinitions.Select(metadata.GetMethodDefinition).Single(candidate => metadata.GetString(candidate.Name) == "M");
        var section = image.PEHeaders.SectionHeaders[image.PEHeaders.GetContainingSectionIndex(method.RelativeVirtualAddress)];

        // The second two bytes of a fat header.
        compiled.Image[method.RelativeVirtualAddress - section.VirtualAddress + section.PointerToRawData + 2]--;
        Assert.That(
            IlCheck.Of(compiled).Findings.Select(finding => (finding.Kind, finding.Text)),
            Is.EqualTo(new[] { (FindingKind.StackOverflow, "more than 8 values") }));
    }
}
