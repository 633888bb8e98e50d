namespace AssemblyToProcess.Valid;

/// <summary>Arrays of tasks that may have other uses than one call of Task.WhenAny, or that are not filled in order.</summary>
public static class WhenAnyArrays
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);
    private static readonly Task<int> s_neverOne = new TaskCompletionSource<int>().Task;
    private static readonly Task[] s_field = { s_never, s_one, s_never };

    public static void From_anywhere(Trace trace)
    {
        for (var length = 1; length < 6; length++)
        {
            var array = new Task[length];
            var typed = new Task<int>[length];
            for (var i = 0; i < length; i++)
            {
                array[i] = i == length - 1 ? s_one : s_never;
                typed[i] = i == length - 1 ? s_one : s_neverOne;
            }

            trace.Add("variable", Winner.Of(Task.WhenAny(array), array));
            trace.Add("typed", Winner.Of(Task.WhenAny(typed), typed));
            trace.Add("covariant", Winner.Of(Task.WhenAny((Task[])typed), typed));
            trace.Add("parameter", Winner.Of(OfParameters(array), array));
            trace.Add("type parameter", Winner.Of(OfResults(typed), typed));
        }

        trace.Add("field", Winner.Of(Task.WhenAny(s_field), s_field));
        trace.Add("called", Winner.Of(Task.WhenAny(Made(3)), s_one));
        trace.Add("chosen", Winner.Of(Task.WhenAny(s_field.Length == 3 ? s_field : new[] { s_one, s_never, s_one }), s_field));
        trace.Add("of parameters", Winner.Of(OfParameters(s_never, s_never, s_one), s_never, s_one));
    }

    public static void Not_filled_in_order(Trace trace)
    {
        var mutated = new[] { s_never, s_one, s_never };
        mutated[1] = s_never;
        trace.Add("mutated");
        mutated[2] = s_one;
        trace.Add("mutated", Winner.Of(Task.WhenAny(mutated), s_never, s_one));

        var kept = new[] { s_never, s_never, s_one };
        var any = Task.WhenAny(kept);
        trace.Add("kept", Winner.Of(any, kept) + kept.Length);

        var backwards = new Task[3];
        backwards[2] = s_one;
        backwards[1] = s_never;
        backwards[0] = s_never;
        trace.Add("backwards", Winner.Of(Task.WhenAny(backwards), s_never, s_one));

        var twice = new Task[3];
        twice[0] = s_one;
        twice[1] = s_never;
        twice[0] = s_never;
        twice[2] = s_one;
        trace.Add("twice", Winner.Of(Task.WhenAny(twice), s_never, s_one));

        trace.Add("some", Some(true) + ", " + Some(false));
        trace.Add("address", Winner.Of(ByAddress(), s_one));
        trace.Add("shared", Shared());
    }

    public static void Changed_after_the_call(Trace trace)
    {
        var first = new TaskCompletionSource<int>();
        var second = new TaskCompletionSource<int>();
        var array = new Task[] { first.Task, s_never, s_never };
        var any = Task.WhenAny(array);
        array[0] = second.Task;
        second.SetResult(2);
        trace.Add("another", any.Status);
        first.SetResult(1);
        trace.Add("the one", Winner.Of(any, first.Task, second.Task));
    }

    public static void Not_right(Trace trace)
    {
        trace.Add("null", Winner.Thrown(() => Task.WhenAny((Task[])null!)));
        trace.Add("null, typed", Winner.Thrown(() => Task.WhenAny((Task<int>[])null!)));
        trace.Add("empty", Winner.Thrown(() => Task.WhenAny(Made(0))));
        trace.Add("holes", string.Join(", ", Enumerable.Range(1, 5).Select(length => Winner.Thrown(() => Task.WhenAny(new Task[length])))));
        trace.Add("a hole at the end", Winner.Thrown(() => Task.WhenAny(s_one, Made(2)[0], s_one, (new Task[1])[0])));
        trace.Add("of another type", Winner.Thrown(StoreIntoCovariant));
        trace.Add("too short", Winner.Thrown(() =>
        {
            var array = new Task[3];
            array[0] = s_one;
            array[1] = s_one;
            array[3] = s_one;
            return Task.WhenAny(array);
        }));
    }

    private static string Some(bool all)
    {
        var array = new Task[3];
        array[0] = s_never;
        array[1] = s_one;
        if (all)
        {
            array[2] = s_one;
        }

        return Winner.Thrown(() => Task.WhenAny(array));
    }

    private static Task<Task> ByAddress()
    {
        var array = new[] { s_never, s_never, s_never };
        ref var last = ref array[2];
        last = s_one;
        return Task.WhenAny(array);
    }

    private static string Shared()
    {
        Task[] array;
        var any = Task.WhenAny(array = new[] { s_never, s_one, s_never });
        var again = Task.WhenAny(array);
        return Winner.Of(any, array) + ", " + Winner.Of(again, array);
    }

    private static Task StoreIntoCovariant()
    {
        Task[] array = new Task<int>[3];
        array[0] = s_one;
        array[1] = s_one;
        array[2] = s_never;
        return Task.WhenAny(array);
    }

    private static Task<Task> OfParameters(params Task[] tasks) => Task.WhenAny(tasks);

    private static Task<Task<T>> OfResults<T>(params Task<T>[] tasks) => Task.WhenAny(tasks);

    private static Task[] Made(int length) => Enumerable.Repeat<Task>(s_one, length).ToArray();
}
