using Mono.Cecil;
using NUnit.Framework;
using PooledAwait.Fody.Options;

namespace Tests.Options;

public sealed class TypePatternTests
{
    private static readonly ModuleDefinition s_types = Source.Compile(
        """
        class Application;
        namespace App { class Outer { class Inner { class Innermost; } } class Box<T>; }
        namespace App.Sub { class Deep; }
        """);

    [TestCase("App.Outer", "App.Outer", true)]
    [TestCase("app.Outer", "App.Outer", false)]
    [TestCase("App.Out", "App.Outer", false)]
    [TestCase("pp.Outer", "App.Outer", false)]
    [TestCase("App?Outer", "App.Outer", false)]
    [TestCase("AppXOuter", "App.Outer", false)]
    [TestCase("*", "App.Outer", true)]
    [TestCase("App.*", "App.Outer", true)]
    [TestCase("App.*", "App.Sub.Deep", true)]
    [TestCase("App.*", "App.Outer/Inner", true)]
    [TestCase("App.*", "Application", false)]
    [TestCase("*Outer", "App.Outer", true)]
    [TestCase("A*.*r", "App.Outer", true)]
    [TestCase("App**Outer", "App.Outer", true)]
    [TestCase("App.Outer*", "App.Outer", true)]
    [TestCase("App.Outer+Inner", "App.Outer/Inner", true)]
    [TestCase("App.Outer.Inner", "App.Outer/Inner", false)]
    [TestCase("App.Outer+*", "App.Outer/Inner", true)]
    [TestCase("App.Outer+*", "App.Outer", false)]
    [TestCase("*+Inner", "App.Outer/Inner", true)]
    [TestCase("App.Box`1", "App.Box`1", true)]
    [TestCase("App.Box", "App.Box`1", false)]
    [TestCase("App.(Outer|Box)", "App.Outer", false)]
    public void A_star_stands_for_any_text_and_all_else_for_itself(string pattern, string type, bool expected) =>
        Assert.That(new TypePattern(pattern).Matches(s_types.GetType(type)), Is.EqualTo(expected));

    [TestCase("App.Outer", "App.Outer/Inner", true)]
    [TestCase("App.Outer", "App.Outer/Inner/Innermost", true)]
    [TestCase("App.Outer+Inner", "App.Outer/Inner/Innermost", true)]
    [TestCase("App.Outer+Inner", "App.Outer", false)]
    [TestCase("App.Out", "App.Outer/Inner", false)]
    public void A_pattern_covers_what_is_nested(string pattern, string type, bool expected) =>
        Assert.That(new TypePattern(pattern).Covers(s_types.GetType(type)), Is.EqualTo(expected));
}
