using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>A call with wrong arguments must throw the base library's exception before it registers anything.</summary>
[Alone]
public class ExceptionTests
{
    [TestCaseSource(typeof(Form), nameof(Form.Cases))]
    public void Throws_what_the_base_library_throws_for_a_null_task(Form form, int slots)
    {
        for (var nulls = 1; nulls < 1 << slots; nulls++)
        {
            foreach (var others in new[] { Outcome.RanToCompletion, Outcome.Pending })
            {
                var tasks = Enumerable.Range(0, slots)
                    .Select(slot => (nulls & (1 << slot)) != 0 ? null! : new Antecedent(others).Task).ToArray();
                AssertSameException(() => form.Call(tasks), () => form.BaseLibrary(tasks));
                Assert.That(tasks.OfType<Task>().Sum(Continuations.CountOf), Is.Zero);
            }
        }
    }

    [TestCaseSource(nameof(Collections))]
    public void Throws_what_the_base_library_throws_for_no_tasks(Form form) =>
        AssertSameException(() => form.Call([]), () => form.BaseLibrary([]));

    [Test]
    public void Throws_what_the_base_library_throws_for_a_null_array()
    {
        AssertSameException(() => SpecializedWhenAny.WhenAny((Task[])null!), () => Task.WhenAny((Task[])null!));
        AssertSameException(() => SpecializedWhenAny.WhenAny((Task<int>[])null!), () => Task.WhenAny((Task<int>[])null!));
        AssertSameException(() => AwaitedWhenAny.WhenAny((Task[])null!), () => Task.WhenAny((Task[])null!));
        AssertSameException(() => AwaitedWhenAny.WhenAny((Task<int>[])null!), () => Task.WhenAny((Task<int>[])null!));
    }

    [TestCaseSource(nameof(Collections))]
    public void Leaves_every_other_number_of_tasks_to_the_base_library(Form form)
    {
        foreach (var slots in new[] { 1, 5, 9 })
        {
            var antecedents = Enumerable.Range(0, slots).Select(_ => new Antecedent(Outcome.Pending)).ToArray();
            var started = form.Call([.. antecedents.Select(antecedent => antecedent.Task)]);
            antecedents[^1].Complete(Outcome.Faulted);
            Assert.That(started.Winner(), Is.SameAs(antecedents[^1].Task));

            var tasks = antecedents.Select(antecedent => antecedent.Task).ToArray();
            tasks[0] = null!;
            AssertSameException(() => form.Call(tasks), () => form.BaseLibrary(tasks));
        }
    }

    private static IEnumerable<Form> Collections => Form.All.Where(form => !form.Name.EndsWith("arguments"));

    private static void AssertSameException(Func<object> ours, Func<object> theirs)
    {
        var expected = (ArgumentException)Assert.Catch(() => theirs())!;
        var actual = Assert.Catch(() => ours());
        Assert.That(actual, Is.TypeOf(expected.GetType()).With.Message.EqualTo(expected.Message));
        Assert.That(((ArgumentException)actual!).ParamName, Is.EqualTo(expected.ParamName));
    }
}
