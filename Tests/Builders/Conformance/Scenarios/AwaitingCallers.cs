namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Callers that await the call of a Task method directly, so that no other code sees the task.</summary>
public static class AwaitingCallers
{
    public static async Task ReturnTask(Script script) => await Methods.ReturnsTask(script);

    public static async Task<int> ReturnTaskOfInt(Script script) => await Methods.ReturnsTaskOfInt(script);

    /// <param name="kind">The kind of the called method.</param>
    /// <param name="script">The steps of the called method.</param>
    /// <param name="captureContext">Whether the caller captures its context, and resumes there.</param>
    /// <param name="then">What the caller does with the result or the exception.</param>
    public static async ValueTask Await(Kinds kind, Script script, bool captureContext, Action<int?, Exception?> then)
    {
        int? result = null;
        Exception? thrown = null;
        try
        {
            if (kind == Kinds.Task)
            {
                await Methods.ReturnsTask(script).ConfigureAwait(captureContext);
            }
            else
            {
                result = await Methods.ReturnsTaskOfInt(script).ConfigureAwait(captureContext);
            }
        }
        catch (Exception exception)
        {
            thrown = exception;
        }

        then(result, thrown);
    }
}

/// <summary>Callers as in <see cref="AwaitingCallers"/>, but always with the default builder, whichever builder the called method has.</summary>
[DefaultBuilders]
public static class DefaultAwaitingCallers
{
    public static async Task Await(Kinds kind, Script script, bool captureContext, Action then)
    {
        if (kind == Kinds.Task)
        {
            await Methods.ReturnsTask(script).ConfigureAwait(captureContext);
        }
        else
        {
            await Methods.ReturnsTaskOfInt(script).ConfigureAwait(captureContext);
        }

        then();
    }
}
