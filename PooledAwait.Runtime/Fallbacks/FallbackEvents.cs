#if NET8_0_OR_GREATER
using System.Diagnostics.Tracing;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>
/// The EventSource <c>PooledAwait</c>: one event for each <see cref="Way"/> of which the fallback is in use. It is made with the first of them; a program that has none has no such source.
/// </summary>
/// <remarks>
/// Who listens from the start, or comes later, is told once of each; who came before one that comes later may be told again. A second copy of the library, in a load context of its own, cannot have
/// a source of the same name: of its fallbacks its meter tells alone.
/// </remarks>
[EventSource(Name = "PooledAwait")]
internal sealed class FallbackEvents : EventSource
{
    private static readonly FallbackEvents s_events = Make();

    /// <summary>Tells of a way whose fallback is in use. Called by a work item: listeners may run any code.</summary>
    public static void Tell(Way way)
    {
        if (s_events.IsEnabled() && way.Decided is { Reason: not null } outcome && outcome.TryTell())
        {
            s_events.FallbackInUse(way.Name, outcome.Used, outcome.Detail!);
        }
    }

    /// <param name="way">What it is about.</param>
    /// <param name="used">What is done.</param>
    /// <param name="why">Why not the other.</param>
    [Event(1, Level = EventLevel.Warning, Message = "{0}: {1} in use. {2}")]
    public void FallbackInUse(string way, string used, string why) => WriteEvent(1, way, used, why);

    /// <inheritdoc/>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (command.Command == EventCommand.Enable)
        {
            foreach (var way in Way.All)
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
            context.Unloading += _ => events.Dispose(); // the base library keeps what listeners and the tracing of the process may ask
        }

        return events;
    }
}
#endif
