using System.Xml.Linq;
using Fody;
using Mono.Cecil;
using NUnit.Framework;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace Tests.Options;

public sealed class ScopeTests
{
    // The places from the narrowest to the widest, each with room for an attribute.
    private static readonly string[] s_places = ["method", "property", "type", "enclosing type", "outermost type", "module", "assembly", "XML"];

    /// <summary>Every pair of places that name the same setting: the narrower one wins.</summary>
    public static IEnumerable<TestCaseData> Pairs =>
        from narrow in Enumerable.Range(0, s_places.Length - 1)
        from wide in Enumerable.Range(narrow + 1, s_places.Length - narrow - 1)
        select new TestCaseData(s_places[narrow], s_places[wide]).SetArgDisplayNames($"{s_places[narrow]} over {s_places[wide]}");

    [TestCaseSource(nameof(Pairs))]
    public void The_narrower_place_decides_a_setting(string narrow, string wide)
    {
        var settings = Nested(
            Attributes(
                (narrow, "PooledAwait(Builders = PooledBuilders.Task, WhenAny = PooledWhenAny.Tasks, ContinueWith = false, MinimumStateMachineSize = 77)"),
                (wide, "PooledAwait(Builders = PooledBuilders.Void, WhenAny = PooledWhenAny.None, ContinueWith = true, MinimumStateMachineSize = 99)")),
            wide == "XML" ? "<PooledAwait Builders='Void' WhenAny='None' ContinueWith='true' MinimumStateMachineSize='99'/>" : "<PooledAwait/>");

        Assert.That(settings, Is.EqualTo(new MethodSettings(BuilderKinds.Task, WhenAnyLevel.Tasks, false, 77, null)));
    }

    [TestCaseSource(nameof(Pairs))]
    public void A_setting_that_the_narrower_place_does_not_name_comes_from_the_wider(string narrow, string wide)
    {
        var settings = Nested(
            Attributes(
                (narrow, "PooledAwait(WhenAny = PooledWhenAny.Tasks)"),
                (wide, "PooledAwait(Builders = PooledBuilders.Void, WhenAny = PooledWhenAny.None, MinimumStateMachineSize = 99)")),
            wide == "XML" ? "<PooledAwait Builders='Void' WhenAny='None' MinimumStateMachineSize='99'/>" : "<PooledAwait/>");

        Assert.That(settings, Is.EqualTo(new MethodSettings(BuilderKinds.Void, WhenAnyLevel.Tasks, true, 99, null)));
    }

    [TestCaseSource(nameof(Pairs))]
    public void The_narrower_place_ignores_what_the_wider_takes_in(string narrow, string wide) =>
        Assert.That(
            Nested(Attributes((narrow, "PooledAwaitIgnore"), (wide, "PooledAwait")), "<PooledAwait/>").OutOfScope,
            Is.SameAs(Reason.Ignored));

    [TestCaseSource(nameof(Pairs))]
    public void The_narrower_place_takes_in_what_the_wider_leaves_out(string narrow, string wide) =>
        Assert.That(
            Nested(
                Attributes((narrow, "PooledAwait"), (wide, "PooledAwaitIgnore")),
                wide == "XML" ? "<PooledAwait OptIn='true'/>" : "<PooledAwait/>").OutOfScope,
            Is.Null);

    [Test]
    public void Every_place_takes_in_under_OptIn([Values("method", "property", "type", "enclosing type", "outermost type", "module", "assembly")] string place) =>
        Assert.That(Nested(Attributes((place, "PooledAwait")), "<PooledAwait OptIn='true'/>").OutOfScope, Is.Null);

    [Test]
    public void Without_an_attribute_nothing_is_in_scope_under_OptIn() =>
        Assert.That(Nested([], "<PooledAwait OptIn='true'/>").OutOfScope, Is.SameAs(Reason.NotOptedIn));

    [Test]
    public void Without_an_attribute_the_settings_are_those_of_the_file() =>
        Assert.That(
            Nested([], "<PooledAwait Builders='Task' WhenAny='None' ContinueWith='false' MinimumStateMachineSize='5'/>"),
            Is.EqualTo(new MethodSettings(BuilderKinds.Task, WhenAnyLevel.None, false, 5, null)));

    /// <summary>The cells of the table in docs/scopes.md.</summary>
    public static IEnumerable<TestCaseData> Documented
    {
        get
        {
            var table = File.ReadAllText(Repository.PathOf("docs", "scopes.md")).Split("<!-- precedence -->")[1].Split("\n\n")[0].Trim().Split('\n')
                .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim()).ToArray()).ToArray();
            return
                from row in table.Skip(2)
                from column in Enumerable.Range(1, row.Length - 1)
                where row[column].Length > 0
                select new TestCaseData(row[0], table[0][column], row[column]).SetArgDisplayNames($"{row[0]} against {table[0][column]}");
        }
    }

    [TestCaseSource(nameof(Documented))]
    public void The_documented_place_decides(string row, string column, string winner)
    {
        var loser = winner == row ? column : row;
        Assert.That(winner, Is.EqualTo(row).Or.EqualTo(column));
        Assert.That(InScope(winner, loser), Is.EqualTo(winner != "Exclude"), "The winner takes in, unless all it can do is to leave out.");
        if (winner != "Exclude" && loser is not ("Exclude" or "OptIn"))
        {
            Assert.That(Nested(Attributes((winner, "PooledAwaitIgnore"), (loser, "PooledAwait")), "<PooledAwait/>").OutOfScope, Is.SameAs(Reason.Ignored));
        }

        // The one takes in and the other leaves out, as far as each can.
        static bool InScope(string winner, string loser)
        {
            (string, string)[] attributes = winner == "Exclude"
                ? loser == "OptIn" ? [] : [(loser, "PooledAwait")]
                : loser is "Exclude" or "OptIn" ? [(winner, "PooledAwait")] : [(winner, "PooledAwait"), (loser, "PooledAwaitIgnore")];
            var exclude = winner == "Exclude" || loser == "Exclude" ? "Exclude='*'" : "";
            var optIn = loser == "OptIn" && winner != "Exclude" ? "OptIn='true'" : "";
            return Nested(Attributes(attributes), $"<PooledAwait {exclude} {optIn}/>").OutOfScope == null;
        }
    }

    [Test]
    public void The_table_has_every_pair() => Assert.That(Documented.Count(), Is.EqualTo(7 + 6 + 5 + 4 + 3 + 2 + 1));

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
        Assert.That(Nested([], $"<PooledAwait {option}/>").OutOfScope?.Id, Is.EqualTo(reason));

    [TestCase("Exclude='*'", "excluded")]
    [TestCase("Include='App.Other'", "not-included")]
    public void Attributes_on_or_in_a_type_are_narrower_than_patterns_and_others_wider(string option, string reason)
    {
        Assert.Multiple(() =>
        {
            foreach (var place in s_places.Take(5))
            {
                Assert.That(Nested(Attributes((place, "PooledAwait")), $"<PooledAwait {option}/>").OutOfScope, Is.Null, place);
            }

            foreach (var place in new[] { "module", "assembly" })
            {
                Assert.That(Nested(Attributes((place, "PooledAwait")), $"<PooledAwait {option}/>").OutOfScope?.Id, Is.EqualTo(reason), place);
            }
        });
    }

    [Test]
    public void Patterns_leave_a_type_out_that_opted_in_with_its_assembly() =>
        Assert.That(
            Nested(Attributes(("assembly", "PooledAwait")), "<PooledAwait OptIn='true' Exclude='App.Outermost'/>").OutOfScope,
            Is.SameAs(Reason.Excluded));

    [Test]
    public void A_pattern_that_includes_does_not_opt_in() =>
        Assert.That(Nested([], "<PooledAwait OptIn='true' Include='App.*'/>").OutOfScope, Is.SameAs(Reason.NotOptedIn));

    [Test]
    public void A_pattern_that_includes_does_not_outweigh_an_assembly_that_is_ignored() =>
        Assert.That(
            Nested(Attributes(("assembly", "PooledAwaitIgnore")), "<PooledAwait Include='App.*'/>").OutOfScope,
            Is.SameAs(Reason.Ignored));

    [Test]
    public void What_the_compiler_makes_of_a_method_has_its_settings()
    {
        var module = Source.Compile(
            """
            class C
            {
                [PooledAwaitIgnore]
                async Task<int> M(int a)
                {
                    await Task.Yield();
                    Func<Task<int>> f = async () => { await Task.Yield(); return a; };
                    return await f() + await Local();
                    async Task<int> Local() { await Task.Yield(); return a; }
                }

                async Task<int> M(string a)
                {
                    await Task.Yield();
                    Func<Task<int>> f = async () => { await Task.Yield(); return a.Length; };
                    return await f() + await Local();
                    async Task<int> Local() { await Task.Yield(); return a.Length; }
                }
            }
            """);
        var owners = new MethodOwners(module);
        var scope = new Scope(module, new WeaverOptions(), owners);

        var reasons = module.Methods("<M>").ToLookup(
            method => owners.OwnerOf(method).Parameters[0].ParameterType.Name, method => scope.For(method).OutOfScope);

        Assert.That(reasons["Int32"].Count(), Is.GreaterThan(6));
        Assert.That(reasons["Int32"], Is.All.SameAs(Reason.Ignored));
        Assert.That(reasons["String"].Count(), Is.EqualTo(reasons["Int32"].Count()));
        Assert.That(reasons["String"], Is.All.Null);
    }

    [Test]
    public void Attributes_on_lambdas_and_local_functions_are_narrower_than_those_of_what_holds_them()
    {
        var module = Source.Compile(
            """
            [PooledAwait(WhenAny = PooledWhenAny.None)]
            class C
            {
                [PooledAwait(Builders = PooledBuilders.Task)]
                void M()
                {
                    Func<Task> one = [PooledAwaitIgnore] async () =>
                    {
                        await Task.Yield();
                        Func<Task> two = async () => await Task.Yield();
                        Func<Task> three = [PooledAwait(ContinueWith = false)] async () => await Task.Yield();
                    };
                    Local();
                    [PooledAwait(Builders = PooledBuilders.Void)]
                    async Task Local() => await Task.Yield();
                }
            }
            """);
        var scope = new Scope(module, new WeaverOptions(), new MethodOwners(module));

        Assert.That(
            module.Methods("MoveNext").OrderBy(method => method.DeclaringType.Name, StringComparer.Ordinal).Select(scope.For),
            Is.EqualTo(
            [
                new MethodSettings(BuilderKinds.Task, WhenAnyLevel.None, true, 32, Reason.Ignored),
                new MethodSettings(BuilderKinds.Task, WhenAnyLevel.None, true, 32, Reason.Ignored),
                new MethodSettings(BuilderKinds.Task, WhenAnyLevel.None, false, 32, null),
                new MethodSettings(BuilderKinds.Void, WhenAnyLevel.None, true, 32, null),
            ]));
    }

    [Test]
    public void A_pattern_on_a_method_is_one_on_what_the_compiler_makes_of_it()
    {
        var module = Source.Compile("class C { Func<Task> M(int a) => async () => await Task.Delay(a); Func<Task> N(int a) => async () => await Task.Delay(a); }");
        var options = OptionsReader.Read(XElement.Parse("<PooledAwait Exclude='C::M'/>"), "/src/app");
        var owners = new MethodOwners(module);
        var scope = new Scope(module, options, owners);

        var reasons = module.Methods("MoveNext").ToDictionary(method => owners.OwnerOf(method).Name, method => scope.For(method).OutOfScope);

        Assert.That(reasons, Is.EqualTo(new Dictionary<string, Reason?> { ["M"] = Reason.Excluded, ["N"] = null }));
    }

    [Test]
    public void Attributes_of_the_same_name_from_elsewhere_say_nothing()
    {
        var module = Source.Compile(
            """
            namespace PooledAwait { class PooledAwaitIgnoreAttribute : System.Attribute; }
            class C { [PooledAwait.PooledAwaitIgnore] void M() { } [PooledAwait.PooledAwait(ContinueWith = false)] void N() { } }
            """);

        var scope = new Scope(module, new WeaverOptions(), new MethodOwners(module));

        Assert.That(scope.For(module.Method("C.M")).OutOfScope, Is.Null);
        Assert.That(scope.For(module.Method("C.N")).ContinueWith, Is.False);
    }

    [Test]
    public void The_arguments_of_others_attributes_are_not_touched()
    {
        var module = Source.Compile(
            """
            class OtherAttribute(ConsoleColor a) : Attribute { public ConsoleColor A => a; }
            class C { [Other(ConsoleColor.Red), PooledAwaitIgnore] async Task M() => await Task.Yield(); }
            """);
        foreach (var reference in module.AssemblyReferences.Where(reference => reference.Name != "PooledAwait.Runtime"))
        {
            reference.Name = "Missing." + reference.Name;
        }

        var other = module.Method("C.M").CustomAttributes.Single(attribute => attribute.AttributeType.Name == "OtherAttribute");
        Assert.That(() => other.ConstructorArguments, Throws.TypeOf<AssemblyResolutionException>());
        Assert.That(
            new Scope(module, new WeaverOptions(), new MethodOwners(module)).For(module.Method("MoveNext")).OutOfScope,
            Is.SameAs(Reason.Ignored));
    }

    [Test]
    public void Attributes_that_say_what_is_not_allowed_are_errors_told_at_once()
    {
        var module = Source.Compile(
            """
            [assembly: PooledAwait(Builders = (PooledBuilders)8)]
            namespace App
            {
                [PooledAwait(WhenAny = (PooledWhenAny)3)]
                class C
                {
                    [PooledAwait(MinimumStateMachineSize = -1)] void M(int a) { }
                    [PooledAwait, PooledAwaitIgnore] int P => 1;
                }
            }
            """);

        Assert.That(
            () => new Scope(module, new WeaverOptions(), new MethodOwners(module)),
            Throws.TypeOf<WeavingException>().With.Message.EqualTo(string.Join(
                "\n",
                "App, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null carries [PooledAwait(Builders = 8)]; allowed are the values of PooledBuilders and their combinations.",
                "App.C carries [PooledAwait(WhenAny = 3)]; allowed are the values of PooledWhenAny.",
                "System.Void App.C::M(System.Int32) carries [PooledAwait(MinimumStateMachineSize = -1)]; allowed are numbers of bytes from 0.",
                "System.Int32 App.C::P() carries [PooledAwait] and [PooledAwaitIgnore]; allowed is one of them.")));
    }

    [Test]
    public void Patterns_that_match_no_type_are_told()
    {
        var module = Source.Compile(
            "namespace App { class Outer { class Inner; Func<int> M() => () => 1; } class Box<T>; file class Hidden; }");
        var options = OptionsReader.Read(
            XElement.Parse("<PooledAwait Exclude='App.Outer|App.Outer.Inner|App.Box|App.Box`1|*+Inner|*c|Lib.*|*Hidden|App.Outer::M|App.Outer::N|App.Outer::*b__*'/>"), "/src/app");

        Assert.That(
            new Scope(module, options, new MethodOwners(module)).UnmatchedPatterns().Select(pattern => pattern.Text),
            Is.EqualTo(["App.Outer.Inner", "App.Box", "*c", "Lib.*", "App.Outer::N", "App.Outer::*b__*"]));
    }

    private static Dictionary<string, string> Attributes(params (string Place, string Attribute)[] attributes) =>
        attributes.ToDictionary(attribute => attribute.Place, attribute => attribute.Attribute);

    /// <summary>The settings of a property's accessor in a type nested twice, with attributes on any of the places around it.</summary>
    private static MethodSettings Nested(Dictionary<string, string> attributes, string xml)
    {
        var module = Source.Compile(
            $$"""
            {{At("assembly", "assembly: ")}} {{At("module", "module: ")}}
            namespace App
            {
                {{At("outermost type")}} class Outermost
                {
                    {{At("enclosing type")}} class Enclosing
                    {
                        {{At("type")}} struct Type
                        {
                            {{At("property")}} int Property { {{At("method")}} get => 1; }
                        }
                    }
                }

                class Other;
            }
            """);
        var options = OptionsReader.Read(XElement.Parse(xml), "/src/app");
        return new Scope(module, options, new MethodOwners(module)).For(module.Method("get_Property"));

        string At(string place, string target = "") => attributes.TryGetValue(place, out var attribute) ? $"[{target}{attribute}]" : "";
    }
}
