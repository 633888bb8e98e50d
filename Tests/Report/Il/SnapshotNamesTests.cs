using System.Text;
using PooledAwait.Fody.IL;

namespace Tests.Report.Il;

[Parallelizable(ParallelScope.Self)]
public sealed class SnapshotNamesTests
{
    [TestCase("App.C.M(int, string)", "App.C.M(int, string)")]
    [TestCase("App.C<T>+D.M<U>(List<T>[,])", "App.C{T}+D.M{U}(List{T}[,])")]
    [TestCase("App.C.M(int*, bool?)", "App.C.M(int_, bool_)")]
    [TestCase("a/b\\c:d|e\"f", "a_b_c_d_e_f")]
    [TestCase("CON.M()", "_CON.M()")]
    [TestCase("lpt1", "_lpt1")]
    [TestCase("Console.M()", "Console.M()")]
    [TestCase("Größe.Länge()", "Größe.Länge()")]
    public void Are_the_methods_own_without_what_file_systems_reserve(string method, string expected) =>
        Assert.That(new SnapshotNames().Next(method), Is.EqualTo(expected));

    // The test itself makes half a character (a lone surrogate), because an attribute's argument cannot contain one.
    [Test]
    public void Have_no_line_breaks_and_no_halves_of_characters() =>
        Assert.That(new SnapshotNames().Next("line\nbreak\ud83d"), Is.EqualTo("line_nbreak_ud83d"));

    [TestCase("C.M()", "C.M()")]
    [TestCase("C.M()", "c.m()")]
    [TestCase("C.M(int*)", "C.M(int?)")]
    [TestCase("C.\u00e9()", "C.e\u0301()")]
    public void Differ_where_a_file_system_would_see_one_name(string first, string second)
    {
        var names = new SnapshotNames();

        var one = names.Next(first);
        var two = names.Next(second);

        Assert.That(two, Does.EndWith(" 2"));
        Assert.That(two, Is.Not.EqualTo(one));
    }

    [Test]
    public void Are_short_and_differ_where_methods_differ_only_at_their_ends([Values("x", "ö", "\ud83d\ude00")] string letter)
    {
        var names = new SnapshotNames();
        var start = string.Concat(Enumerable.Repeat(letter, 500));

        string[] made = [names.Next(start + "1"), names.Next(start + "2")];

        Assert.That(made, Is.Unique);
        Assert.That(made.Select(Encoding.UTF8.GetByteCount), Is.All.AtMost(120));
        Assert.That(made, Is.All.Matches("^.+ [0-9a-f]{8}$"));
        Assert.That(new SnapshotNames().Next(start + "2"), Is.EqualTo(made[1]), "A name depends on the method's own alone.");
    }
}
