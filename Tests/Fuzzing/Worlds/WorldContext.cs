namespace Tests.Fuzzing.Worlds;

/// <summary>A context that posts its work to the pump.</summary>
internal sealed class WorldContext(World world, string name) : SynchronizationContext
{
    public override void Post(SendOrPostCallback callback, object? state)
    {
        world.Trace?.AddOrder(world, $"post {name}");
        world.Pump.Post(() =>
        {
            SetSynchronizationContext(this);
            try
            {
                callback(state);
            }
            catch (Exception e)
            {
                world.Trace?.Add(world, "unhandled~", 0, world.Describe(e));
            }
            finally
            {
                SetSynchronizationContext(null);
            }
        });
    }

    public override void Send(SendOrPostCallback callback, object? state) => throw new NotSupportedException();

    public override void OperationStarted() => world.Trace?.Add(world, name + "~", 0, "started");

    public override void OperationCompleted() => world.Trace?.Add(world, name + "~", 0, "completed");

    public override SynchronizationContext CreateCopy() => this;

    public override string ToString() => name;
}
