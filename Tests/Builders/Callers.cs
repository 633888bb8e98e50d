using Tests.Compilation;

namespace Tests.Builders;

/// <summary>Compiles methods that call the async method <c>M</c>, and asserts what the weaver decides about <c>M</c>.</summary>
internal static class Callers
{
    public const string Pooled = "pooled";

    public static void AssertDecision(string members, string expected)
    {
        AssertDecision(members, expected, Shape.Release);
        AssertDecision(members, expected, Shape.Debug);
    }

    public static void AssertDecision(string members, string expected, Shape shape) =>
        Assert.That(Rewritten.ByMethod(shape, Source(members))["M"], Is.EqualTo(expected), shape.ToString());

    /// <summary>Asserts that the weaver leaves the source's only async method alone, because the method's callers discard its ValueTask.</summary>
    public static void AssertIsDiscarded(string types)
    {
        var decisions = Rewritten.ByMethod(Shape.Release, $"using System; using System.Threading.Tasks; {types}");

        Assert.That(decisions.Values, Is.EqualTo(new[] { "discarded" }));
    }

    public static string Source(string members) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        static class C
        {
            static ValueTask<int> s_field;
            static async ValueTask<int> M() { await Task.Yield(); return 1; }
            static void Use() { }
            static void Use(object o) { }
            static void Use(ValueTask<int> v) { }
            static void ByReference(ref ValueTask<int> v) { }
            {{members}}
        }
        """;
}
