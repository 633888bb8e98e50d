using System.Reflection;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>If a debugger evaluates a call, PooledAwait.Runtime must tell the debugger that the call can complete only if other threads run.</summary>
[Alone]
public static class DebuggerTests
{
    private const string Notified = "Notified";

    /// <summary>Replaces System.Diagnostics.Debugger in PooledAwait.Runtime's code, because the compiler prefers a class of the code's own namespace.</summary>
    private const string Debugger =
        $$"""
        namespace PooledAwait.Runtime;

        internal static class Debugger
        {
            public static int {{Notified}};

            public static void NotifyOfCrossThreadDependency() => {{Notified}}++;
        }
        """;

    [Test]
    public static void A_call_notifies_at_its_first_suspension_and_at_no_other_whether_its_box_is_new_or_not()
    {
        Assembly runtime = null!;
        var image = new RuntimeVariant().Add("Debugger.cs", Debugger).Compile();
        var context = new ScenarioContext("a debugger that counts", own => runtime ??= own.LoadFromStream(new MemoryStream(image)));
        var run = context.Load(BuilderChoice.Pooled, optimised: true)
            .GetType(typeof(Runner).FullName!)!.GetMethod(nameof(Runner.Run))!.CreateDelegate<Func<string, string, int, string[]>>();

        // The scenario makes one call, which suspends twice.
        var scenario = ScenarioCase.All.Single(scenario => scenario.Method == nameof(Registering.An_awaiter_is_asked_once_and_by_the_right_method));
        foreach (var kind in scenario.Among(Kinds.Returned))
        {
            for (var call = 0; call < 3; call++)
            {
                var before = Count();
                run(scenario.Type, scenario.Method, (int)kind);
                Assert.That(Count() - before, Is.EqualTo(1), $"{kind}, call {call}");
            }
        }

        int Count() =>
            (int)(runtime?.GetType("PooledAwait.Runtime.Debugger", throwOnError: true)!.GetField(Notified)!.GetValue(null) ?? 0);
    }
}
