namespace AssemblyToProcess.Valid;

/// <summary>Methods that never suspend are complete when they return, without a task.</summary>
public static class CompletedAtOnce
{
    public static void Need_no_machine_in_flight(Trace trace)
    {
        var nothing = Nothing();
        trace.Add("complete", nothing.IsCompletedSuccessfully);
        nothing.GetAwaiter().GetResult();
        var value = Value(3);
        trace.Add("complete", value.IsCompletedSuccessfully);
        trace.Add("value", value.Result);
        var empty = Empty();
        trace.Add("empty body", empty.IsCompletedSuccessfully);
        empty.GetAwaiter().GetResult();
        trace.Add("no task behind it", Empty().AsTask() == Task.CompletedTask);
    }

    private static async ValueTask Nothing() => await Task.CompletedTask;

    private static async ValueTask<int> Value(int value) => await new ValueTask<int>(value) + await Task.FromResult(value);

#pragma warning disable CS1998 // Never awaits, which is the point.
    private static async ValueTask Empty()
    {
    }
#pragma warning restore CS1998
}
