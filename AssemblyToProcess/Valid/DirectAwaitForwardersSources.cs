using System.Threading.Tasks.Sources;

namespace AssemblyToProcess.Valid;

/// <summary>What the ValueTasks of virtual calls come from: a state machine, a source, and a task that also implements IValueTaskSource.</summary>
public static partial class DirectAwaitForwarders
{
    private abstract class Source
    {
        public abstract ValueTask<int> Get();
    }

    private sealed class Signalled(Turnstile turnstile) : Source
    {
        public override async ValueTask<int> Get()
        {
            await turnstile;
            return 5080;
        }
    }

    private sealed class Held : Source, IValueTaskSource<int>
    {
        public override ValueTask<int> Get() => new(this, 90);

        public int GetResult(short token) => 5000 + token;

        public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Succeeded;

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => continuation(state);
    }

    /// <summary>A task that also implements IValueTaskSource. The base library's ValueTask treats it as a task.</summary>
    private sealed class HeldByATask : Source
    {
        public override ValueTask<int> Get() => new(new Both(), 91);

        private sealed class Both : Task<int>, IValueTaskSource<int>
        {
            public Both()
                : base(static () => 5091) => RunSynchronously(TaskScheduler.Default);

            public int GetResult(short token) => throw new NotSupportedException();

            public ValueTaskSourceStatus GetStatus(short token) => throw new NotSupportedException();

            public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => throw new NotSupportedException();
        }
    }
}
