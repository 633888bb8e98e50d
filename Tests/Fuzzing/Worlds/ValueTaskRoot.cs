namespace Tests.Fuzzing.Worlds;

/// <summary>A call that returned a ValueTask, with or without a result. The ValueTask is consumed once.</summary>
/// <typeparam name="TCall">ValueTask or ValueTask&lt;int&gt;. They have the same members but no common type.</typeparam>
internal abstract class AnyValueTaskRoot<TCall>(World world, Lane lane, Consumption consumption) : Root<TCall>(world, lane)
    where TCall : struct
{
    private TCall? _call;

    protected sealed override bool HasEnded => _call is { } call && IsCompleted(call);

    public sealed override void Begin(Func<Lane, TCall> call) => Began(() =>
    {
        var returned = call(Lane);
        switch (consumption)
        {
            case Consumption.Callback:
                UnsafeOnCompleted(returned, () => Take(returned));
                break;
            case Consumption.ConfiguredCallback:
                OnCompletedWithoutContext(returned, () => Take(returned));
                break;
            case Consumption.AsTask:
                _call = ThroughTask(returned);
                break;
            case Consumption.Preserved:
                _call = Preserve(returned);
                break;
            default:
                _call = returned;
                break;
        }
    });

    protected sealed override void Tell() => TellResult(_call!.Value);

    protected abstract bool IsCompleted(TCall call);

    protected abstract void UnsafeOnCompleted(TCall call, Action continuation);

    protected abstract void OnCompletedWithoutContext(TCall call, Action continuation);

    protected abstract TCall ThroughTask(TCall call);

    protected abstract TCall Preserve(TCall call);

    /// <summary>Logs how the call ended; may throw the call's exception.</summary>
    protected abstract void TellResult(TCall call);

    private void Take(TCall call)
    {
        _call = call;
        TellOnce();
    }
}

internal sealed class ValueTaskRoot(World world, Lane lane, Consumption consumption) : AnyValueTaskRoot<ValueTask>(world, lane, consumption)
{
    protected override bool IsCompleted(ValueTask call) => call.IsCompleted;

    protected override void UnsafeOnCompleted(ValueTask call, Action continuation) => call.GetAwaiter().UnsafeOnCompleted(continuation);

    protected override void OnCompletedWithoutContext(ValueTask call, Action continuation) =>
        call.ConfigureAwait(false).GetAwaiter().OnCompleted(continuation);

    protected override ValueTask ThroughTask(ValueTask call) => new(call.AsTask());

    protected override ValueTask Preserve(ValueTask call) => call.Preserve();

    protected override void TellResult(ValueTask call)
    {
        call.GetAwaiter().GetResult();
        Lane.Log(Site, "ended");
    }
}

internal sealed class ValueTaskOfIntRoot(World world, Lane lane, Consumption consumption) : AnyValueTaskRoot<ValueTask<int>>(world, lane, consumption)
{
    protected override bool IsCompleted(ValueTask<int> call) => call.IsCompleted;

    protected override void UnsafeOnCompleted(ValueTask<int> call, Action continuation) => call.GetAwaiter().UnsafeOnCompleted(continuation);

    protected override void OnCompletedWithoutContext(ValueTask<int> call, Action continuation) =>
        call.ConfigureAwait(false).GetAwaiter().OnCompleted(continuation);

    protected override ValueTask<int> ThroughTask(ValueTask<int> call) => new(call.AsTask());

    protected override ValueTask<int> Preserve(ValueTask<int> call) => call.Preserve();

    protected override void TellResult(ValueTask<int> call) => Lane.Log(Site, call.GetAwaiter().GetResult());
}
