extern alias NotWoven;
extern alias RuntimeAsync;
extern alias Woven;

namespace Benchmarks.Ways;

/// <summary>One of the builds of the same methods, run in one of the ways that the runtime has for them.</summary>
/// <param name="Name">That of the way.</param>
/// <param name="Methods">Loads the build: where the runtime may not suspend methods, it can load none of those that it would have to.</param>
/// <param name="Switch">What is on in the process.</param>
/// <param name="Variable">What is in its environment.</param>
internal sealed record Way(string Name, Func<Methods> Methods, string? Switch = null, string? Variable = null)
{
    /// <summary>The first is what the others are compared with.</summary>
    public static IReadOnlyList<Way> Fallbacks { get; } =
    [
        new("not woven", NotWovenMethods),
        new("woven", WovenMethods),
        new("woven, delegates", WovenMethods, Switch: "PooledAwait.DisableResumptionBox"),
        new("runtime-async", RuntimeAsyncMethods, Variable: "DOTNET_RuntimeAsync"),
    ];

    /// <summary>The same two, and what an operator may switch.</summary>
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
