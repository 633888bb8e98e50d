using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;
using static Tests.Options.NestedPlaces;

namespace Tests.Options;

/// <summary>Tests what Include and Exclude leave out, and which attributes override them.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ScopeByPatternsTests
{
    [TestCase("Exclude='App.Outermost'", "excluded")]
    [TestCase("Exclude='*+Type'", "excluded")]
    [TestCase("Exclude='App.Other'", null)]
    [TestCase("Include='App.Outermost'", null)]
    [TestCase("Include='App.Outermost+Enclosing+Type'", null)]
    [TestCase("Include='App.Outermost+Enclosing+Type+*'", "not-included")]
    [TestCase("Include='App.Other|*Enclosing'", null)]
    [TestCase("Include='App.Other'", "not-included")]
    [TestCase("Include='App.Outermost+Enclosing+Type::get_*'", null)]
    [TestCase("Include='App.Outermost+Enclosing+Type::set_*'", "not-included")]
    [TestCase("Exclude='*::get_Property'", "excluded")]
    [TestCase("Exclude='App.Outermost::*'", null)]
    public void Patterns_decide_by_the_type_and_those_around_it(string option, string? reason) =>
        Assert.That(SettingsOf([], $"<PooledAwait {option}/>").OutOfScope?.Id, Is.EqualTo(reason));

    [TestCase("Exclude='*'", "excluded")]
    [TestCase("Include='App.Other'", "not-included")]
    public void Attributes_on_or_in_a_type_are_narrower_than_patterns_and_others_wider(string option, string reason)
    {
        Assert.Multiple(() =>
        {
            foreach (var place in Places.Take(5))
            {
                Assert.That(SettingsOf(Attributes((place, "PooledAwait")), $"<PooledAwait {option}/>").OutOfScope, Is.Null, place);
            }

            foreach (var place in new[] { "module", "assembly" })
            {
                Assert.That(SettingsOf(Attributes((place, "PooledAwait")), $"<PooledAwait {option}/>").OutOfScope?.Id, Is.EqualTo(reason), place);
            }
        });
    }

    [Test]
    public void Patterns_leave_a_type_out_that_opted_in_with_its_assembly() =>
        Assert.That(
            SettingsOf(Attributes(("assembly", "PooledAwait")), "<PooledAwait OptIn='true' Exclude='App.Outermost'/>").OutOfScope,
            Is.SameAs(Reason.Excluded));

    [Test]
    public void A_pattern_that_includes_does_not_opt_in() =>
        Assert.That(SettingsOf([], "<PooledAwait OptIn='true' Include='App.*'/>").OutOfScope, Is.SameAs(Reason.NotOptedIn));

    [Test]
    public void A_pattern_that_includes_does_not_outweigh_an_assembly_that_is_ignored() =>
        Assert.That(
            SettingsOf(Attributes(("assembly", "PooledAwaitIgnore")), "<PooledAwait Include='App.*'/>").OutOfScope,
            Is.SameAs(Reason.Ignored));

    [Test]
    public void A_pattern_on_a_method_is_one_on_what_the_compiler_makes_of_it()
    {
        var module = Source.Compile(
            "class C { Func<Task> M(int a) => async () => await Task.Delay(a); Func<Task> N(int a) => async () => await Task.Delay(a); }");
        var options = OptionsReader.ReadFrom(XElement.Parse("<PooledAwait Exclude='C::M'/>"), "/src/app");
        var owners = new MethodOwners(module);
        var scope = new Scope(module, options, owners);

        var reasons = module.Methods("MoveNext").ToDictionary(method => owners.OwnerOf(method).Name, method => scope.For(method).OutOfScope);

        Assert.That(reasons, Is.EqualTo(new Dictionary<string, Reason?> { ["M"] = Reason.Excluded, ["N"] = null }));
    }

    [Test]
    public void Patterns_that_match_no_type_are_told()
    {
        var module = Source.Compile(
            "namespace App { class Outer { class Inner; Func<int> M() => () => 1; } class Box<T>; file class Hidden; }");
        var patterns = "App.Outer|App.Outer.Inner|App.Box|App.Box`1|*+Inner|*c|Lib.*|*Hidden|App.Outer::M|App.Outer::N|App.Outer::*b__*";
        var options = OptionsReader.ReadFrom(new XElement("PooledAwait", new XAttribute("Exclude", patterns)), "/src/app");

        Assert.That(
            new Scope(module, options, new MethodOwners(module)).UnmatchedPatterns().Select(pattern => pattern.Text),
            Is.EqualTo(["App.Outer.Inner", "App.Box", "*c", "Lib.*", "App.Outer::N", "App.Outer::*b__*"]));
    }
}
