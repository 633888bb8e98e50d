using Mono.Cecil;
using PooledAwait.Fody.Options;

namespace Tests.Options;

[Parallelizable(ParallelScope.Self)]
public sealed class ScopePatternTests
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
        Assert.That(new ScopePattern(pattern).Matches(s_types.GetType(type)), Is.EqualTo(expected));

    [TestCase("App.Outer", "App.Outer/Inner", true)]
    [TestCase("App.Outer", "App.Outer/Inner/Innermost", true)]
    [TestCase("App.Outer+Inner", "App.Outer/Inner/Innermost", true)]
    [TestCase("App.Outer+Inner", "App.Outer", false)]
    [TestCase("App.Out", "App.Outer/Inner", false)]
    public void A_pattern_covers_what_is_nested(string pattern, string type, bool expected) =>
        Assert.That(new ScopePattern(pattern).Covers(s_types.GetType(type).Methods.Single(method => method.IsConstructor)), Is.EqualTo(expected));

    [TestCase("C::M", "C.M", true)]
    [TestCase("C::M", "C.MN", false)]
    [TestCase("C::m", "C.M", false)]
    [TestCase("C::M*", "C.MN", true)]
    [TestCase("C::get_P", "C.get_P", true)]
    [TestCase("*::*", "C.M", true)]
    [TestCase("C::M", "C/D.M", false)]
    [TestCase("C+D::M", "C/D.M", true)]
    [TestCase("C*::M", "C/D.M", true)]
    [TestCase("D::M", "C/D.M", false)]
    public void A_pattern_with_a_method_covers_that_method_alone(string pattern, string method, bool expected)
    {
        var module = Source.Compile("class C { void M() { } void MN() { } int P => 1; class D { void M() { } } }");
        var asked = module.Methods(method).Single(candidate => $"{candidate.DeclaringType.FullName}.{candidate.Name}" == method);

        Assert.That(new ScopePattern(pattern).Covers(asked), Is.EqualTo(expected));
    }

    [TestCase("A::", false)]
    [TestCase("::M", false)]
    [TestCase("A::M::N", false)]
    [TestCase("A M", false)]
    [TestCase("", false)]
    [TestCase("A::M", true)]
    [TestCase("A", true)]
    public void A_pattern_is_a_type_or_a_type_and_a_method(string text, bool expected) => Assert.That(ScopePattern.IsWellFormed(text), Is.EqualTo(expected));
}
