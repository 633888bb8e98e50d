namespace AssemblyToProcess.Valid;

/// <summary>Resources are released at the end of their scope, whatever ends the scope, synchronously or not.</summary>
public static class Usings
{
    public static async Task Release_at_the_end(Trace trace)
    {
        trace.Add("statement", await Statement(trace));
        trace.Add("declaration", await Declaration(trace));
        trace.Add("asynchronous", await Asynchronous(trace));
        try
        {
            await Failing(trace);
        }
        catch (InvalidOperationException e)
        {
            trace.Add("failed", e);
        }
    }

    private static async ValueTask<int> Statement(Trace trace)
    {
        using (var resource = new Resource(trace, "a"))
        {
            await Task.Yield();
            return resource.Length;
        }
    }

    private static async ValueTask<int> Declaration(Trace trace)
    {
        using var first = new Resource(trace, "first");
        await Task.Yield();
        using var second = new Resource(trace, "second");
        await Task.Yield();
        return first.Length + second.Length;
    }

    private static async ValueTask<int> Asynchronous(Trace trace)
    {
        await using var outer = new AsyncResource(trace, "outer");
        await using (new AsyncResource(trace, "inner").ConfigureAwait(false))
        {
            await Task.Yield();
        }

        return 3;
    }

    private static async ValueTask Failing(Trace trace)
    {
        await using var resource = new AsyncResource(trace, "failing");
        using var nothing = default(IDisposable);
        await Task.Yield();
        throw new InvalidOperationException("body");
    }

    private sealed class Resource : IDisposable
    {
        private readonly Trace _trace;
        private readonly string _name;

        public Resource(Trace trace, string name) => (_trace, _name) = (trace, name);

        public int Length => _name.Length;

        public void Dispose() => _trace.Add("disposed", _name);
    }

    private sealed class AsyncResource : IAsyncDisposable
    {
        private readonly Trace _trace;
        private readonly string _name;

        public AsyncResource(Trace trace, string name) => (_trace, _name) = (trace, name);

        public async ValueTask DisposeAsync()
        {
            _trace.Add("disposing", _name);
            await Task.Yield();
            _trace.Add("disposed", _name);
        }
    }
}
