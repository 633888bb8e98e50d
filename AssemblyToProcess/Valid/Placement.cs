namespace AssemblyToProcess.Valid;

/// <summary>
/// Records where a caller continues when the awaited call completes: inline or elsewhere. Tries every combination of two contexts or schedulers: the one that
/// the await captured, and the one that is current at the completion.
/// </summary>
public static class Placement
{
    public static void By_context_at_the_await_and_at_the_completion(Trace trace)
    {
        var home = new ManualContext("home");
        var other = new ManualContext("other");
        foreach (var awaiting in new[] { null, home })
        {
            foreach (var completing in new[] { null, home, other })
            {
                foreach (var capture in new[] { true, false })
                {
                    Context(trace, awaiting, completing, capture);
                    home.Run();
                    other.Run();
                }
            }
        }
    }

    public static void By_scheduler_at_the_await_and_at_the_completion(Trace trace)
    {
        var home = new ManualScheduler("home");
        var other = new ManualScheduler("other");
        foreach (var completing in new[] { null, home, other })
        {
            foreach (var capture in new[] { true, false })
            {
                Scheduler(trace, home, completing, capture);
            }
        }
    }

    private static void Context(Trace trace, ManualContext? awaiting, ManualContext? completing, bool capture)
    {
        var resumption = new Resumption();
        OwnThread.Run("completer", () =>
        {
            In(awaiting, () => _ = Outer(resumption, capture));
            In(completing, resumption.Complete);
            awaiting?.Run();
        });
        trace.Add($"awaits in {Name(awaiting)}, completes in {Name(completing)}, {Name(capture)}", resumption.Place());
    }

    private static void Scheduler(Trace trace, ManualScheduler awaiting, ManualScheduler? completing, bool capture)
    {
        var resumption = new Resumption();
        OwnThread.Run("completer", () =>
        {
            awaiting.Under(() => _ = Outer(resumption, capture));
            if (completing == null)
            {
                resumption.Complete();
            }
            else
            {
                completing.Under(resumption.Complete);
            }

            awaiting.Run();
        });
        trace.Add($"awaits in {awaiting}, completes in {completing?.ToString() ?? "the default scheduler"}, {Name(capture)}", resumption.Place());
    }

    private static async Task Outer(Resumption resumption, bool capture)
    {
        await Inner(resumption.Turnstile).ConfigureAwait(capture);
        resumption.Resumed();
    }

    private static async ValueTask Inner(Turnstile turnstile) => await turnstile;

    private static void In(ManualContext? context, Action action)
    {
        if (context == null)
        {
            action();
        }
        else
        {
            context.Under(action);
        }
    }

    private static string Name(ManualContext? context) => context?.ToString() ?? "no context";

    private static string Name(bool capture) => capture ? "captures" : "does not capture";

    private sealed class Resumption
    {
        private readonly ManualResetEventSlim _ended = new();
        private readonly Trace _place = new();
        private Thread? _completing;

        public Turnstile Turnstile { get; } = new();

        public void Complete()
        {
            _completing = Thread.CurrentThread;
            Turnstile.Pass();
            _completing = null;
        }

        public void Resumed()
        {
            _place.Place(Thread.CurrentThread == _completing ? "inline" : "later");
            _ended.Set();
        }

        public string Place()
        {
            _ended.Wait();
            return _place.ToString();
        }
    }
}
