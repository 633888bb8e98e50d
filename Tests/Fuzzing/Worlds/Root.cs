namespace Tests.Fuzzing.Worlds;

/// <summary>A call that the program's script made. The trace shows how the call ended.</summary>
internal abstract class Root(World world, Lane lane)
{
    protected const int Site = -1;

    private bool _told;

    protected Lane Lane => lane;

    protected World World => world;

    public void EndOfStep()
    {
        if (!_told && HasEnded)
        {
            TellOnce();
        }
    }

    /// <returns>Whether the call has ended.</returns>
    public bool EndOfScript()
    {
        if (!_told)
        {
            lane.Log(Site, "never ended");
        }

        return _told;
    }

    protected abstract bool HasEnded { get; }

    /// <summary>Logs how the call ended; may throw the call's exception.</summary>
    protected abstract void Tell();

    protected void TellOnce()
    {
        _told = true;
        try
        {
            Tell();
        }
        catch (Exception e)
        {
            lane.Caught(Site, e);
        }
    }

    protected void Began(Action call)
    {
        try
        {
            call();
            lane.Log(Site, "returned");
        }
        catch (Exception e)
        {
            _told = true;
            lane.Caught(Site, e);
        }
    }
}

internal abstract class Root<TCall>(World world, Lane lane) : Root(world, lane)
{
    public abstract void Begin(Func<Lane, TCall> call);
}

internal sealed class TaskRoot(World world, Lane lane) : Root<Task>(world, lane)
{
    private Task? _task;

    protected override bool HasEnded => _task is { IsCompleted: true };

    public override void Begin(Func<Lane, Task> call) => Began(() => _task = call(Lane));

    protected override void Tell() => Lane.Log(Site, $"{World.Describe(_task)} {_task!.AsyncState ?? "no state"} {_task.CreationOptions}");
}
