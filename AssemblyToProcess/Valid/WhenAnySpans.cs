namespace AssemblyToProcess.Valid;

/// <summary>Collection expressions, which the compiler passes as spans if Task.WhenAny accepts spans.</summary>
public static class WhenAnySpans
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);
    private static readonly Task<int> s_neverOne = new TaskCompletionSource<int>().Task;

    public static void Of_elements(Trace trace)
    {
        trace.Add("three", Winner.Of(Task.WhenAny([s_never, s_one, s_never]), s_never, s_one));
        trace.Add("four", Winner.Of(Task.WhenAny([s_never, s_never, s_never, s_one]), s_never, s_one));
        trace.Add("chosen", Winner.Of(Task.WhenAny([s_never, trace.Lines.Count > 0 ? s_one : s_never, s_never]), s_never, s_one));
        trace.Add("null", Winner.Thrown(() => Task.WhenAny([s_never, null!, s_never])));
    }

#if NET
    public static void Over_anything(Trace trace)
    {
        for (var length = 1; length < 6; length++)
        {
            var tasks = Enumerable.Repeat(s_neverOne, length - 1).Append(s_one).ToArray();
            var typed = tasks.AsSpan();
            trace.Add("typed", Winner.Of(Task.WhenAny((ReadOnlySpan<Task<int>>)typed), tasks));
            trace.Add("parameter", Winner.Of(OfParameter(Array.ConvertAll(tasks, task => (Task)task)), tasks));
            trace.Add("part", Winner.Of(Task.WhenAny(((ReadOnlySpan<Task<int>>)typed)[(length - 1)..]), tasks));
        }

        trace.Add("empty", Winner.Thrown(() => Task.WhenAny(default(ReadOnlySpan<Task>))));
        trace.Add("hole", Winner.Thrown(() => Task.WhenAny(new Task[4].AsSpan()[1..])));
        trace.Add("covariant", Winner.Of(OfParameter((Task[])[s_one, s_never, s_never]), s_one));
    }

    private static Task<Task> OfParameter(ReadOnlySpan<Task> tasks) => Task.WhenAny(tasks);
#endif
}
