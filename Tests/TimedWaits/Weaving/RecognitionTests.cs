using Tests.Compilation;
using Tests.Weaving;

namespace Tests.TimedWaits.Weaving;

/// <summary>Shows for single pieces of code what the weaver does with a delay or a timeout, in builds with and without optimisation.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class RecognitionTests
{
    private const string Awaited = "It is awaited without a task.";
    private const string Raced = "Its timer ends with the WhenAny of 2 tasks that gets it, which is awaited without a task.";
    private const string OfSystem = "It is awaited without a task, if its TimeProvider is the system's.";
    private const string LeftAlone = $"{CompiledAssembly.Name}.LeftAlone.TimedWaitsOthers";

    // The wait is neither stored in a variable nor passed to WhenAny.
    [TestCase("await Task.Delay(1);", Awaited)]
    [TestCase("await Task.Delay(TimeSpan.Zero, token).ConfigureAwait(false);", Awaited)]
    [TestCase("await Task.Delay(TimeSpan.Zero, provider, token);", OfSystem)]
    [TestCase("await work.WaitAsync(token);", Awaited)]
    [TestCase("Use(await number.WaitAsync(TimeSpan.Zero, TimeProvider.System).ConfigureAwait(false));", OfSystem)]
    [TestCase("try { await number.WaitAsync(token); } catch (Exception) when (number.IsCompleted) { await Task.Delay(1); }", Awaited, Awaited)]
    [TestCase("await Use(Task.Delay(1));", "task-passed-on")]
    [TestCase("await Task.Delay(1).ContinueWith(_ => { });", "task-used-otherwise")]
    [TestCase("await ((Task)number.WaitAsync(token));", "task-used-otherwise")]
    [TestCase("await Task.Delay(1).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);", "await-options")]
    [TestCase("Task.Delay(1).Wait(); await work;", "task-used-otherwise")]
    [TestCase("_ = Task.Delay(1); await work;")]

    // The call of WhenAny contains the delay.
    [TestCase("await Task.WhenAny(work, Task.Delay(1));", Raced)]
    [TestCase("Use(await Task.WhenAny(Task.Delay(1), Task.Delay(2)).ConfigureAwait(false));", Raced, Raced)]
    [TestCase("Use(await Task.WhenAny(token.CanBeCanceled ? work : number, Task.Delay(1)));", Raced)]
    [TestCase("Use(await Task.WhenAny(Task.Delay(1), token.CanBeCanceled ? work : number));", Raced)]
    [TestCase("Use(await Task.WhenAny(token.CanBeCanceled ? Task.Delay(1) : work, number));", "task-kept")]
    [TestCase("Use(await Task.WhenAny(Task.Delay(1), await Task.WhenAny(work, Task.Delay(2))));", Raced, Raced)]
    [TestCase("Use(await Task.WhenAny(new Task[] { Task.Delay(1), work }));", Raced)]
    [TestCase("Use(await Task.WhenAny(work, Task.Delay(1), number));", "Its timer ends with the WhenAny of 3 tasks that gets it, which is awaited without a task.")]
    [TestCase("Use(await Task.WhenAny(work, token.CanBeCanceled ? work : number, Task.Delay(1), work));", "Its timer ends with the WhenAny of 4 tasks that gets it, which is awaited without a task.")]
    [TestCase("Use(await Task.WhenAny(await Make(1), Task.Delay(1), work, await Make(2)));", "task-kept")]
    [TestCase("Use(await Task.WhenAny(new List<Task> { Task.Delay(1), work }));", "task-passed-on")]
    [TestCase("Use(await Task.WhenAny(work, work, number, work, Task.Delay(1)));", "other-number-of-tasks")]
    [TestCase("var any = Task.WhenAny(work, Task.Delay(1)); Use(await any); Use(await any);", "delay-shared")]
    [TestCase("await Task.WhenAll(Task.WhenAny(work, Task.Delay(1)), work);", "delay-shared")]

    // The delay is in a variable.
    [TestCase("var d = Task.Delay(1); if (await Task.WhenAny(work, d) == d) throw new TimeoutException();", Raced)]
    [TestCase("var d = Task.Delay(1, token); var f = await Task.WhenAny(work, d).ConfigureAwait(false); if (d != f) await f;", Raced)]
    [TestCase("var d = Task.Delay(1); await work; var f = await Task.WhenAny(d, work); await work; if (f == d && f != work) return;", Raced)]
    [TestCase("for (var i = 0; i < 3; i++) { var d = Task.Delay(i); var f = await Task.WhenAny(work, d); if (f == work) break; if (f != d) return; }", Raced)]
    [TestCase("Task d; do { d = Task.Delay(1); } while (await Task.WhenAny(work, d) == d);", Raced)]
    [TestCase("var d = Task.Delay(1); try { if (await Task.WhenAny(work, d) == d) return; } catch (ArgumentNullException) { await work; }", Raced)]
    [TestCase("Task f = work; var d = Task.Delay(1); f = await Task.WhenAny(work, d); if (f == d) await work;", Raced)]
    [TestCase("if (token.CanBeCanceled) { var d = Task.Delay(1); if (await Task.WhenAny(work, d) == d) return; } else { var d = Task.Delay(2); if (await Task.WhenAny(work, d) == d) return; }", Raced, Raced)]
    [TestCase("var d = Task.Delay(1); Use(1); Use(await Task.WhenAny(d, work));", Raced)]

    // The delay may be passed to a second WhenAny, or again to the same WhenAny.
    [TestCase("var d = Task.Delay(1); while (await Task.WhenAny(work, d) != d) { }", "delay-shared")]
    [TestCase("var d = Task.Delay(1); for (var i = 0; i < 2; i++) if (await Task.WhenAny(work, d) == d) return;", "delay-shared")]
    [TestCase("var d = Task.Delay(1); if (await Task.WhenAny(work, d) != d) Use(await Task.WhenAny(number, d));", "delay-shared")]
    [TestCase("var d = Task.Delay(1); again: try { Use(await Task.WhenAny(Make(), d)); } catch (FormatException) { goto again; }", "delay-shared")]
    [TestCase("var d = Task.Delay(1); try { Use(await Task.WhenAny(Make(), d)); } catch (FormatException) { Use(await Task.WhenAny(work, d)); }", "delay-shared")]
    [TestCase("var d = Task.Delay(1); await Task.WhenAll(Task.WhenAny(work, d), work);", "delay-shared")]

    // The delay or the winner is compared with something else, or the variable may hold another task.
    [TestCase("var d = Task.Delay(1); await Task.WhenAny(work, d); if (d == work) await work;", "delay-shared")]
    [TestCase("Task f = work; var d = Task.Delay(1); if (token.CanBeCanceled) f = await Task.WhenAny(work, d); if (f == d) await work;", "delay-shared")]
    [TestCase("Task f = null; for (var i = 0; i < 3; i++) { var d = Task.Delay(1); if (f == d) return; f = await Task.WhenAny(work, d); }", "delay-shared")]
    [TestCase("Task f = null; try { var d = Task.Delay(1); try { f = await Task.WhenAny(Make(), d); } catch (FormatException) { if (f == d) await work; } } finally { await work; }", "delay-shared")]
    [TestCase("var d = Task.Delay(1); var f = await Task.WhenAny(work, d); f = await Task.WhenAny(work, number); if (f == d) await work;", "delay-shared")]
    [TestCase("Task d = null; try { d = Task.Delay(1); Use(await Task.WhenAny(work, d)); } finally { if (d == null) await work; }", "delay-shared")]
    [TestCase("var d = Task.Delay(1); if (token.CanBeCanceled) d = work; Use(await Task.WhenAny(number, d));", "delay-shared")]
    [TestCase("var d = work; if (token.CanBeCanceled) d = Task.Delay(1); Use(await Task.WhenAny(number, d));", "delay-shared")]

    [TestCase("var d = Task.Delay(1); object f = await Task.WhenAny(work, d); await work; if (f == d) await work;", "delay-shared")]

    // The delay is used in another way.
    [TestCase("var d = Task.Delay(1); Use(await Task.WhenAny(work, d)); await d;", "task-kept")]
    [TestCase("var d = Task.Delay(1); Use(await Task.WhenAny(work, d)); Use(d.Status);", "task-kept")]
    [TestCase("var d = Task.Delay(1); Use(await Task.WhenAny(work, d)); Use(d);", "task-kept")]
    [TestCase("var d = Task.Delay(1); Func<bool> done = () => d.IsCompleted; Use(await Task.WhenAny(work, d)); done();", "task-kept")]
    [TestCase("var d = Task.Delay(1); if (d == await Task.WhenAny(work, d)) return;", "task-kept")]
    [TestCase("using (var d = Task.Delay(1)) { Use(await Task.WhenAny(work, d)); }", "task-kept")]
    [TestCase("_field = Task.Delay(1); if (await Task.WhenAny(work, _field) == _field) await work;", "task-kept")]
    [TestCase("work = Task.Delay(1); if (await Task.WhenAny(number, work) == work) await number;", Raced)]
    public void Decides(string body, params string[] decisions)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in new[] { Shape.Release, Shape.Debug })
            {
                var (woven, told) = CallDecisions.All.Weave(Fixtures.Compile(shape, SourceOf(body)));
                Assert.That(CallDecisions.All.Of(told, "C").Select(one => one.Decision), Is.EqualTo(decisions), $"{shape}");
                Assert.That(IlText.Changed(woven.Input, woven.Result).Length > 0, Is.EqualTo(decisions.Any(decision => decision.EndsWith('.'))), $"{shape}");
            }
        });
    }

    /// <summary>Code between the call and the await could throw, and then nothing would await the wait.</summary>
    [TestCase("var later = number.WaitAsync(token).ConfigureAwait(false); Use(1); Use(await later);")]
    [TestCase("var later = Task.WhenAny(work, Task.Delay(1)).ConfigureAwait(false); Use(1); Use(await later);")]
    public void What_ConfigureAwait_returns_must_be_awaited_at_once(string body)
    {
        foreach (var shape in new[] { Shape.Release, Shape.Debug })
        {
            var (_, told) = CallDecisions.All.Weave(Fixtures.Compile(shape, SourceOf(body)));
            Assert.That(CallDecisions.All.Of(told, "C").Select(one => one.Decision), Is.Not.Empty.And.None.EndsWith("."), $"{shape}");
        }
    }

    [Test]
    public void Leaves_its_code_alone_where_it_says_so([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape) =>
        Assert.That(IlText.Changed(Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, LeftAlone), Is.Empty);

    [Test]
    public void Methods_that_do_not_await_are_no_sites() => Assert.That(
        CallDecisions.All.Of(CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;
            public static class C
            {
                static Task One() => Task.Delay(1);
                static Task<Task> Two(Task work) => Task.WhenAny(work, Task.Delay(1));
            }
            """)).Decisions, "C"),
        Is.Empty);

    private static string SourceOf(string body) => $$"""
        using System;
        using System.Collections.Generic;
        using System.Threading;
        using System.Threading.Tasks;

        public class C
        {
            private Task _field;
            public async Task M(Task work, Task<int> number, TimeProvider provider, CancellationToken token) { {{body}} }
            private static Task Use(object value) => Task.CompletedTask;
            private static Task Make() => throw new FormatException();
            private static Task<Task> Make(int number) => Task.FromResult(Task.CompletedTask);
        }
        """;
}
