extern alias NotWoven;
extern alias RuntimeAsync;
extern alias Woven;

namespace Benchmarks.Ways;

/// <summary>One build of the methods, and one of the ways in which the runtime can run this build.</summary>
/// <param name="Name">The name of the way.</param>
/// <param name="Methods">
/// Loads the build. This function is called only in the process that uses the build. Other processes run without DOTNET_RuntimeAsync. In these processes, the
/// runtime cannot load methods that it must suspend itself.
/// </param>
/// <param name="Switch">The AppContext switch that is on in the process.</param>
/// <param name="Variable">The environment variable that is set to 1 for the process.</param>
internal sealed record Way(string Name, Func<Methods> Methods, string? Switch = null, string? Variable = null)
{
    /// <summary>The ways to compare. The first is the baseline.</summary>
    public static IReadOnlyList<Way> Fallbacks { get; } =
    [
        new("not woven", NotWovenMethods),
        new("woven", WovenMethods),
        new("woven, delegates", WovenMethods, Switch: "PooledAwait.DisableResumptionBox"),
        new("runtime-async", RuntimeAsyncMethods, Variable: "DOTNET_RuntimeAsync"),
    ];

    /// <summary>The first two ways of <see cref="Fallbacks"/>, and two ways with a switch that operators can set.</summary>
    public static IReadOnlyList<Way> Switches { get; } =
    [
        .. Fallbacks.Take(2),
        new("no pooling", WovenMethods, Switch: "PooledAwait.DisablePooling"),
        new("checks", WovenMethods, Switch: "PooledAwait.CheckBoxes"),
    ];

    private static Methods NotWovenMethods() => new(
        NotWoven::Work.Receiving.ReceiveAsync, NotWoven::Work.Locals.FourAsync, NotWoven::Work.Receiving.ReceiveInBackground, NotWoven::Work.AwaitedTasks.TenDeepAsync,
        NotWoven::Work.Yielding.OnceAsync, NotWoven::Work.Yielding.TenDeepAsync, NotWoven::Work.AwaitedRacing.OfTwoAsync, typeof(NotWoven::Work.Kept<>));

    private static Methods WovenMethods() => new(
        Woven::Work.Receiving.ReceiveAsync, Woven::Work.Locals.FourAsync, Woven::Work.Receiving.ReceiveInBackground, Woven::Work.AwaitedTasks.TenDeepAsync,
        Woven::Work.Yielding.OnceAsync, Woven::Work.Yielding.TenDeepAsync, Woven::Work.AwaitedRacing.OfTwoAsync, typeof(Woven::Work.Kept<>));

    private static Methods RuntimeAsyncMethods() => new(
        RuntimeAsync::Work.Receiving.ReceiveAsync, RuntimeAsync::Work.Locals.FourAsync, RuntimeAsync::Work.Receiving.ReceiveInBackground, RuntimeAsync::Work.AwaitedTasks.TenDeepAsync,
        RuntimeAsync::Work.Yielding.OnceAsync, RuntimeAsync::Work.Yielding.TenDeepAsync, RuntimeAsync::Work.AwaitedRacing.OfTwoAsync, typeof(RuntimeAsync::Work.Kept<>));
}
