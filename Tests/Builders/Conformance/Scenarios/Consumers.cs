namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Callers with the default builder, whichever builder the called method has.</summary>
[DefaultBuilders]
public static class DefaultConsumers
{
    public static async Task Await(ValueTask valueTask, bool captureContext, Action then)
    {
        await valueTask.ConfigureAwait(captureContext);
        then();
    }

    public static async Task Await(ValueTask<int> valueTask, bool captureContext, Action then)
    {
        await valueTask.ConfigureAwait(captureContext);
        then();
    }

    public static async Task Await(Task task, bool captureContext, Action then)
    {
        await task.ConfigureAwait(captureContext);
        then();
    }
}

/// <summary>Callers with the same builder as the called method.</summary>
public static class SameConsumers
{
    public static async ValueTask Await(ValueTask valueTask, bool captureContext, Action then)
    {
        await valueTask.ConfigureAwait(captureContext);
        then();
    }

    public static async ValueTask<int> Await(ValueTask<int> valueTask, bool captureContext, Action then)
    {
        var result = await valueTask.ConfigureAwait(captureContext);
        then();
        return result;
    }

    public static async Task Await(Task task, bool captureContext, Action then)
    {
        await task.ConfigureAwait(captureContext);
        then();
    }
}
