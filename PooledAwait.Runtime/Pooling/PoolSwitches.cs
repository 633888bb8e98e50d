namespace PooledAwait.Runtime;

/// <summary>What an operator may switch for a whole process, to find out at night whether the pools have a part in what goes wrong.</summary>
/// <remarks>
/// Neither costs a call anything while it is off. Who takes and puts boxes the short way never asks: where one is on, each use comes the long way (<see cref="ThreadSlots"/>). A box that is resumed
/// does ask, for a field that never changes, which the JIT leaves out.
/// </remarks>
internal static class PoolSwitches
{
    /// <summary>Whether no box is used twice: what is returned is left to the garbage collector, and each call that suspends makes a box. All else is the same code.</summary>
    public static readonly bool IsPoolingOff = Setting.IsOn("PooledAwait.DisablePooling", out var detail) && !Way.Pools.FallBack("switched-off", detail!);

    /// <summary>Whether <see cref="IdleBoxes"/> notices who uses a box that is not theirs.</summary>
    public static readonly bool AreBoxesChecked = (Setting.IsOn("PooledAwait.CheckBoxes", out _) && Way.Checks.Decide(static () => true)) || IdleBoxes.IsDebugBuild;

    /// <summary>Whether the long way checks; debug builds of this library check on both.</summary>
    public static bool IsLongWayChecked => AreBoxesChecked && !IdleBoxes.IsDebugBuild;

    /// <summary>Whether each use has to come the long way.</summary>
    public static bool IsLongWay => IsPoolingOff || IsLongWayChecked;
}
