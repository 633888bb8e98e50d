using Tests.Compilation;
using Tests.Together;

namespace Tests.Verification.InWeaver;

/// <summary>
/// Shows that the weaver's check reports nothing about the content of a missing assembly. If code has no finding when all assemblies are there, it has none
/// when one of the assemblies is missing.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class MissingReferencesTests
{
    private const string Missing = """
        public interface INamed<T> { T Name { get; } }
        public struct Value { public int Number; public override string ToString() => "value"; }
        public enum Colour { Red, Green }
        public delegate Base Maker(Value value);
        public class Other : Base { public Other() : base(2) { } }
        public class Base : INamed<string>
        {
            public Colour Colour;
            public Base(int number) { Number = number; }
            public int Number { get; }
            public string Name => "base";
            public virtual Base Self() => this;
            public int Count() => 1;
        }
        """;

    private const string Middle = """
        public class Derived : Base { public Derived() : base(1) { } public override Base Self() => this; DECLARED }
        public class Holder<T> where T : Base { public T Item; public static void Take<TItem>(TItem item) where TItem : class { } }
        """;

    private const string App = """
        using System;
        using System.Collections.Generic;
        using System.Threading.Tasks;

        public class Own : Derived, INamed<int>
        {
            private readonly Func<int> _count;
            int INamed<int>.Name => Number;
            public Own() { _count = () => Count(); }
            public override Base Self() => base.Self();
        }

        public class OfMissing : Base
        {
            public OfMissing() : base(2) { }
            public int All() => Number + Count() + (int)Colour;
        }

        public static class C
        {
            public static void Constrained<T>(T item) where T : Base { Take(item); Holder<T>.Take(item); new Holder<T> { Item = item }.Item.Self(); object boxed = item; }
            public static void Through<T, TItem>(TItem item) where T : Base where TItem : T => Take(item);
            public static Base[] Array<T>(T[] items) where T : Base => items;
            public static void Take<T>(T item) where T : class { }
            public static Base Either(bool one) => one ? new Own() : new Other();
            public static INamed<string> Named(bool one, Derived derived) => one ? derived : new OfMissing();
            public static string Text(Value value) { value.Number++; var copy = new[] { value }; copy[0].Number = 2; return value.ToString() + (object)value + copy[0]; }
            public static int Of(Colour colour) => colour switch { Colour.Red => 1, _ => (int)colour + 1 };
            public static Colour[] Colours(int n) { var all = new[] { Colour.Red, (Colour)n }; all[0] = Colour.Green; ref var second = ref all[1]; second = all[0]; return all; }
            public static Maker Make() => value => new Own { Colour = (Colour)value.Number };
            public static int Inherited(Derived derived) => derived.Count() + derived.Of.Number;
            public static async Task<Base> Awaited(Task<Base> task, List<Value> values) { await Task.Yield(); var item = await task; return values.Count == 0 ? item : item.Self(); }
            public static ref Value Place(Value[] values) => ref values[0];
        }
        """;

    // In s_declared, a class declares two members. In s_middle, the class inherits these members from s_missing. The application is compiled against s_declared
    // and checked with the other two, as if the members had moved to the base class.
    private static readonly string s_middle = Middle.Replace("DECLARED", "", StringComparison.Ordinal);
    private static readonly string s_declared = Middle.Replace("DECLARED", "public new int Count() => 1; public Base Of;", StringComparison.Ordinal);
    private static readonly string s_missing = Missing.Replace("public int Count()", "public Base Of; public int Count()", StringComparison.Ordinal);

    [TestCase(true)]
    [TestCase(false)]
    public void Nothing_is_found_in_sound_code(bool isThere)
    {
        using var program = new Parts().Add("Missing", Missing).Add("Middle", s_declared).Add("App", App);
        program.Replace("Missing", s_missing).Replace("Middle", s_middle);
        Assert.That(Check(program, "App", isThere ? ["Missing", "Middle"] : ["Middle"]), Is.Empty);
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_member_that_no_class_has_is_found_where_all_are_there(bool isThere)
    {
        using var program = new Parts().Add("Missing", Missing).Add("Middle", s_declared).Add("App", App);
        program.Replace("Missing", s_missing.Replace("int Count()", "int Counted()", StringComparison.Ordinal)).Replace("Middle", s_middle);
        Assert.That(Check(program, "App", isThere ? ["Missing", "Middle"] : ["Middle"]), isThere ? Has.Some.Contains("Unresolved") : Is.Empty);
    }

    [TestCase("", true)]
    [TestCase("public class Moved { public class Inner { } }", false)]
    [TestCase(null, false)]
    public void A_type_that_is_forwarded_to_an_assembly_that_is_not_there_is_not_blamed(string? target, bool isFound)
    {
        const string Moved = "public class Moved { public class Inner { } }";
        using var program = new Parts().Add("New", "public class Unused { }").Add("Old", Moved).Add("App", "public static class C { public static object M() => new Moved.Inner() ?? (object)new Moved(); }");
        program.Replace("New", Moved).Replace("Old", "[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof(Moved))]");
        if (target != null)
        {
            program.Replace("New", target);
        }

        Assert.That(Check(program, "App", target == null ? ["Old"] : ["Old", "New"]), isFound ? Has.Some.Contains("Unresolved") : Is.Empty);
    }

    private static IReadOnlyList<string> Check(Parts program, string name, string[] references)
    {
        var assembly = WeaverCheck.Of(
            program.PathOf(Parts.NotWoven, $"{name}.dll"),
            [.. References.Of(References.Current), .. references.Select(reference => program.PathOf(Parts.NotWoven, $"{reference}.dll"))]);
        Assert.That(assembly.Methods, Is.Positive);
        return [.. assembly.Findings.Select(finding => finding.ToString())];
    }
}
