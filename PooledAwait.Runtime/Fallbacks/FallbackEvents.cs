#if NET8_0_OR_GREATER
using System.Diagnostics.Tracing;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>
/// The EventSource <c>PooledAwait</c>: one event for each <see cref="Fallback"/> whose fallback is in use. The source is made with the first of them; a program that has none has no such source.
/// </summary>
/// <remarks>
/// A listener that is there from the start, or comes later, gets each event once. If another listener comes later, the earlier ones may get the events again. A second copy of the library, in a load
/// context of its own, cannot have a source of the same name. Only its meter reports its fallbacks.
/// </remarks>
[EventSource(Name = "PooledAwait")]
internal sealed class FallbackEvents : EventSource
{
    private static readonly FallbackEvents s_events = Make();

    /// <summary>Reports a way whose fallback is in use. Called by a work item, because listeners may run any code.</summary>
    public static void Write(Fallback way)
    {
        if (s_events.IsEnabled() && way.Decided is { Reason: not null } outcome && outcome.TryTell())
        {
            s_events.FallbackInUse(way.Name, outcome.Used, outcome.Detail!);
        }
    }

    /// <param name="way">The name of the way.</param>
    /// <param name="used">What is used.</param>
    /// <param name="why">Why the best way is not used.</param>
    [Event(1, Level = EventLevel.Warning, Message = "{0}: {1} in use. {2}")]
    public void FallbackInUse(string way, string used, string why) => WriteEvent(1, way, used, why);

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (command.Command == EventCommand.Enable)
        {
            foreach (var way in Fallback.All)
            {
                if (way.Decided is { Reason: not null } outcome)
                {
                    outcome.TryTell();
                    FallbackInUse(way.Name, outcome.Used, outcome.Detail!);
                }
            }
        }
    }

    private static FallbackEvents Make()
    {
        var events = new FallbackEvents();
        if (AssemblyLoadContext.GetLoadContext(typeof(FallbackEvents).Assembly) is { IsCollectible: true } context)
        {
            context.Unloading += _ => events.Dispose(); // the base library keeps every source that listeners and the tracing of the process may ask
        }

        return events;
    }
}
#endif
