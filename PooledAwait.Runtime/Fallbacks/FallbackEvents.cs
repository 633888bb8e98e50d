#if NET8_0_OR_GREATER
using System.Diagnostics.Tracing;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>
/// The EventSource <c>PooledAwait</c>, which reports each <see cref="Fallback"/> that does not use its best way. The first report creates the EventSource.
/// </summary>
/// <remarks>
/// A listener that starts late also gets the events from before its start. When a further listener starts, the earlier listeners may get the events again. If
/// another load context has a second copy of this library, that copy cannot have a source of the same name. So only the meter of the copy reports the copy's
/// fallbacks.
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

    /// <param name="way">The feature, for example <c>boxes</c>.</param>
    /// <param name="used">The way in use, for example <c>delegates</c>.</param>
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
            context.Unloading += _ => events.Dispose(); // after unloading, the base library must not keep the source for listeners and tracing
        }

        return events;
    }
}
#endif
