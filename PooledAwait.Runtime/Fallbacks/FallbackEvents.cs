#if NET8_0_OR_GREATER
using System.Diagnostics.Tracing;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>The EventSource <c>PooledAwait</c>. It reports each <see cref="Fallback"/> whose fallback is in use, and is made for the first of them.</summary>
/// <remarks>
/// Each listener gets each event, whenever it comes. When another listener comes, the earlier ones may get the events again. A second copy of the library, in another load context, cannot have a
/// source of the same name, so only its meter reports its fallbacks.
/// </remarks>
[EventSource(Name = "PooledAwait")]
internal sealed class FallbackEvents : EventSource
{
    private static readonly FallbackEvents s_events = Make();

    /// <summary>Reports a fallback in use. Called by a work item, because listeners may run any code.</summary>
    public static void Write(Fallback way)
    {
        if (s_events.IsEnabled() && way.Decided is { Reason: not null } outcome && outcome.TryTell())
        {
            s_events.FallbackInUse(way.Name, outcome.Used, outcome.Detail!);
        }
    }

    /// <param name="way">The name of the way.</param>
    /// <param name="used">The way in use.</param>
    /// <param name="why">The reason for the fallback.</param>
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
            context.Unloading += _ => events.Dispose(); // otherwise, the base library would keep the source for listeners and tracing
        }

        return events;
    }
}
#endif
