using System.Runtime.CompilerServices;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Handwritten code that uses default builders directly, with and without its own state machine.</summary>
public static class BuildersByHand
{
    public static void Stay(Trace trace)
    {
        var builder = AsyncValueTaskMethodBuilder<int>.Create();
        builder.SetResult(1);
        trace.Add("without a machine", builder.Task.Result);
        trace.Add("with a machine", Started(2).Result);
        trace.Add("of a task", new Holder().Complete("h").Result);
    }

    private static ValueTask<int> Started(int value)
    {
        var machine = new Machine { Builder = AsyncValueTaskMethodBuilder<int>.Create(), Value = value };
        machine.Builder.Start(ref machine);
        return machine.Builder.Task;
    }

    private struct Machine : IAsyncStateMachine
    {
        public AsyncValueTaskMethodBuilder<int> Builder;
        public int Value;

        public void MoveNext() => Builder.SetResult(Value);

        public void SetStateMachine(IAsyncStateMachine stateMachine) => Builder.SetStateMachine(stateMachine);
    }

    private sealed class Holder
    {
        private AsyncTaskMethodBuilder<string> _builder = AsyncTaskMethodBuilder<string>.Create();

        public Task<string> Complete(string value)
        {
            var task = _builder.Task;
            _builder.SetResult(value);
            return task;
        }
    }
}
