using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Awaiters that invoke their continuation again, like an event from which nobody unsubscribes.</summary>
public static class InvokingAgain
{
    [Scenario(Kinds.All, OnlyPooled = true)]
    public static void An_awaiter_of_a_call_that_has_ended_resumes_no_other(Trace trace, Kinds kind)
    {
        foreach (var critical in new[] { true, false })
        {
            var first = new Button();
            var second = new Button();
            var resumed = 0;
            var ended = new Call(kind, Awaiting(first));
            first.Click();
            Consume(ended);

            // The next call of the method on this thread rents the same box.
            var other = new Call(kind, Awaiting(second).Do(() => resumed++));
            trace.Expect("thrown at an awaiter of the ended call", null, trace.Throws("clicking", first.Click));
            trace.Expect("resumed by an awaiter of the ended call", 0, resumed);
            trace.Expect("thrown at its own awaiter", null, trace.Throws("clicking", second.Click));
            trace.Expect("resumed by its own awaiter", 1, resumed);
            trace.Expect("thrown at its own awaiter once more", null, trace.Throws("clicking", second.Click));
            Consume(other);
            trace.Expect("thrown where no call is under way", null, trace.Throws("clicking", first.Click));
            trace.Expect("resumed since", 1, resumed);

            Script Awaiting(Button button) => critical ? new Script().Await(button.Clicked) : new Script().AwaitNotCritical(button.Clicked);

            void Consume(Call call)
            {
                if (kind != Kinds.Void)
                {
                    call.GetResult();
                }
            }
        }
    }

    /// <summary>
    /// In a pooled call, all custom awaiters get the same continuation. With the default builder, the base library's awaiters get that continuation too.
    /// </summary>
    [Scenario(Kinds.Awaitable)]
    public static void An_awaiter_may_resume_its_own_call_from_a_later_await(Trace trace, Kinds kind)
    {
        var first = new Button();
        var second = new Button();
        var call = new Call(kind, new Script().Await(first.Clicked).Do(() => trace.Add("after the first")).Await(second.Clicked));
        first.Click();
        trace.Expect("completed", false, call.IsCompleted);
        first.Click();
        trace.Expect("completed", true, call.IsCompleted);
        call.GetResult();
    }

    /// <summary>
    /// With the default builder, the second click would resume the method although the awaited task is pending. The method would then block until that task
    /// completes.
    /// </summary>
    [Scenario(Kinds.All, OnlyPooled = true)]
    public static void An_awaiter_does_not_resume_its_own_call_from_the_await_of_a_task(Trace trace, Kinds kind)
    {
        var button = new Button();
        var source = new TaskCompletionSource();
        var resumed = 0;
        var call = new Call(kind, new Script().Await(button.Clicked).Await(source.Task).Do(() => resumed++));
        button.Click();
        button.Click();
        trace.Expect("resumed", 0, resumed);
        source.SetResult();
        button.Click();
        trace.Expect("resumed", 1, resumed);
        if (kind != Kinds.Void)
        {
            call.GetResult();
        }
    }

    [Scenario(OnlyPooled = true, IsStress = true)]
    public static void Awaiters_of_calls_that_have_ended_resume_no_other_from_whatever_thread(Trace trace)
    {
        var kinds = new[]
        {
            Kinds.ValueTask, Kinds.ValueTaskOfInt, Kinds.Task, Kinds.TaskOfInt, Kinds.Void, Kinds.AwaitedTask, Kinds.AwaitedTaskOfInt,
        };
        var buttons = new Button[16];
        var stop = false;
        var clicking = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                for (var i = 0; i < buttons.Length; i++)
                {
                    Volatile.Read(ref buttons[i])?.Click();
                }
            }
        }) { IsBackground = true };
        clicking.UnsafeStart();
        foreach (var _ in Stress.Seeds())
        {
            for (var i = 0; i < 1_000; i++)
            {
                var kind = kinds[i % kinds.Length];
                var button = new Button();
                var resumed = 0;
                var call = new Call(kind, new Script().Await(button.Clicked).Do(() => resumed++));
                Thread.SpinWait(i % 50);
                var early = resumed;
                button.Click();
                if (early != 0 || resumed != 1)
                {
                    trace.Add($"{Expectation.Violation}{kind}: resumed {early} times before it was its turn, {resumed} times in all");
                }

                if (kind != Kinds.Void)
                {
                    call.GetResult();
                }

                Volatile.Write(ref buttons[i % buttons.Length], button);
            }
        }

        Volatile.Write(ref stop, true);
        clicking.Join();
    }

    /// <summary>Each click invokes every continuation that was ever registered.</summary>
    private sealed class Button
    {
        private Action? _clicked;

        public Button() => Clicked = new Signal { Registering = continuation => _clicked += continuation };

        public Signal Clicked { get; }

        public void Click() => _clicked?.Invoke();
    }
}
