namespace AssemblyToProcess.Valid;

/// <summary>WhenAny over tasks whose type contains type parameters: of the method, of the class, or of both with the same name.</summary>
public static class WhenAnyGenerics
{
    public static async Task Of_every_kind(Trace trace)
    {
        trace.Add("int", await Run(new Holder<int>(), 1, trace));
        trace.Add("string", await Run(new Holder<string>(), "text", trace));
        trace.Add("tuple", await Run(new Holder<(int, string)>(), (2, "pair"), trace));
        trace.Add("tasks", Winner.Of(OfTasks(Task.FromResult(1), Task.FromResult(2), Task.FromResult(3)), Task.CompletedTask));
        trace.Add("tasks as tasks", Winner.Of(AsTasks(Task.FromResult(1), Task.FromResult(2), Task.CompletedTask), Task.CompletedTask));
        trace.Add("shadowed", await new Holder<int>().Shadowed("s", Task.FromResult(1)));
        trace.Add("arrays", await Arrays(new[] { 1, 2 }, new int[1, 1]));
    }

    private static async Task<string> Run<T>(Holder<T> holder, T value, Trace trace)
    {
        var never = new TaskCompletionSource<T>().Task;
        var later = new TaskCompletionSource<T>();
        var three = Task.WhenAny(never, never, later.Task);
        var four = Task.WhenAny<T>(never, later.Task, never, later.Task);
        var awaited = holder.First(never, later.Task, trace);
        var two = Two(later.Task, never);
        later.SetResult(value);

        // Several calls wait for one task, and it is not specified which call resumes first.
        var first = await awaited;
        trace.Add("three", Winner.Of(three, later.Task));
        trace.Add("four", Winner.Of(four, later.Task));
        return $"{first} {await two} {await await Task.WhenAny(never, never, later.Task)}";
    }

    private static async ValueTask<T> Two<T>(Task<T> a, Task<T> b) => await await Task.WhenAny(a, b).ConfigureAwait(false);

    private static Task<Task> OfTasks<TTask>(TTask a, TTask b, TTask c)
        where TTask : Task => Task.WhenAny(new[] { a, b, c });

    private static Task<Task> AsTasks<TTask>(TTask a, TTask b, Task c)
        where TTask : Task => Task.WhenAny(a, c, b, a);

    private static async Task<string> Arrays<T>(T[] vector, T[,] matrix)
    {
        var first = await Task.WhenAny(Task.FromResult(vector), new TaskCompletionSource<T[]>().Task);
        var second = await Task.WhenAny(new TaskCompletionSource<T[,]>().Task, Task.FromResult(matrix));
        return $"{(await first).Length} {(await second).Rank}";
    }

    private sealed class Holder<T>
    {
        private readonly Task<T> _never = new TaskCompletionSource<T>().Task;

        public async Task<T> First(Task<T> a, Task<T> b, Trace trace)
        {
            var winner = await Task.WhenAny(a, _never, b, _never);
            trace.Add("winner", Winner.Of(winner, a, b));
            var again = await Task.WhenAny(_never, winner).ConfigureAwait(false);
            return await again;
        }

#pragma warning disable CS0693, CS8387 // The type parameter has the same name as the class's, which is the point.
        public async Task<string> Shadowed<U>(U text, Task<T> number)
        {
            var first = await Task.WhenAny(Task.FromResult(text), new TaskCompletionSource<U>().Task);
            var second = await Task.WhenAny(number, _never);
            return await Inner<T>(await second) + await first;

            async Task<string> Inner<T>(T value)
            {
                var third = await Task.WhenAny(new TaskCompletionSource<T>().Task, Task.FromResult(value));
                var fourth = await Task.WhenAny(Task.FromResult(text), new TaskCompletionSource<U>().Task);
                return $"{await third} {await fourth} ";
            }
        }
#pragma warning restore CS0693, CS8387
    }
}
