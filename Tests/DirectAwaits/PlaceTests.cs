using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// The weaver adds second methods (variants of the user's methods) in another class. A method gets a second method only if its attributes and flags mean the
/// same in that class.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class PlaceTests
{
    private const string Usings = """
        using System;
        using System.Diagnostics;
        using System.Diagnostics.CodeAnalysis;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        """;

    [Test]
    public void A_method_that_depends_on_its_class_has_no_twin()
    {
        const string Source = """
            static class C
            {
                public static async Task<int> M() => await F();
                [DynamicDependency("H")] static async Task<int> F() { await Task.Yield(); return 1; }
                static int H() => 1;
            }
            """;
        Assert.That(CallDecisions.Of(Shape.Release, $"{Usings}\n{Source}"), Is.EqualTo(["C.M(): trimmer-demands"]));
    }

    [Test]
    public void A_context_bound_object_is_called_in_its_context()
    {
        const string Source = "public class C : ContextBoundObject { public async Task<int> M(C other) => await other.F(); async Task<int> F() { await Task.Yield(); return 1; } }";
        Assert.That(CallDecisions.Of(Shape.StandardRelease, $"{Usings}\n{Source}"), Is.EqualTo(["C.M(C): receiver-not-known"]));
    }

    [Test]
    public void Attributes_that_a_class_gives_all_its_methods_are_on_a_second_method()
    {
        var woven = new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, $$"""
            {{Usings}}
            [StackTraceHidden, DebuggerNonUserCode, ExcludeFromCodeCoverage] public static class C
            {
                public static async Task<int> M() => await F();
                static async Task<int> F() { await Task.Yield(); return 1; }
            }
            """)).Result;
        using var module = woven.Read();
        Assert.That(
            module.GetType("C").WithSecondMethods().Single(method => method.Name == "<F>Direct").CustomAttributes.Select(attribute => attribute.AttributeType.Name),
            Is.EquivalentTo(["StackTraceHiddenAttribute", "DebuggerNonUserCodeAttribute", "ExcludeFromCodeCoverageAttribute"]));
    }
}
