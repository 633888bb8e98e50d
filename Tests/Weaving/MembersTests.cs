using Mono.Cecil;
using PooledAwait.Fody.IL;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Checks that reflection finds the members that a type has in its source, and no member that the weaver added.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class MembersTests
{
    private static IEnumerable<TestCaseData> Shapes => Shape.All.Select(shape => new TestCaseData(shape).ThoroughIf(shape != Shape.Release));

    [TestCaseSource(nameof(Shapes))]
    public void Members_of_the_fixtures_types_are_the_same_woven_and_not(Shape shape)
    {
        using var notWoven = Fixtures.Compiled(shape).Read();
        using var woven = Weavers.WovenThroughout(shape).Result.Read();
        var types = notWoven.GetTypes().Where(type => !IsGenerated(type)).ToList();

        Assert.That(woven.GetTypes().Where(type => type.HasNestedTypes).Count(type => type.NestedTypes.Any(nested => nested.Name == SecondMethodClass.Name)), Is.GreaterThan(20), "types with second methods");
        Assert.That(types.SelectMany(type => MembersOf(woven.GetType(type.FullName))), Is.EqualTo(types.SelectMany(MembersOf)));
    }

    /// <summary>Returns all members that reflection finds, except types that the compiler or the weaver generated.</summary>
    private static IEnumerable<string> MembersOf(TypeDefinition type)
    {
        IEnumerable<IMemberDefinition> members = [.. type.Fields, .. type.Methods, .. type.Properties, .. type.Events, .. type.NestedTypes.Where(nested => !IsGenerated(nested))];
        return members.Select(member => $"{member.FullName} {(member as MethodDefinition)?.Attributes}").Order(StringComparer.Ordinal);
    }

    private static bool IsGenerated(TypeDefinition type) => CompilerGenerated.IsOn(type) || (type.DeclaringType is { } outer && IsGenerated(outer));
}
