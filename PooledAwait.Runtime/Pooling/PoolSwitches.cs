namespace PooledAwait.Runtime;

/// <summary>What an operator may switch for a whole process, to find out at night whether the pools have a part in a problem.</summary>
/// <remarks>
/// Neither switch costs a call anything while it is off. The short way of taking and putting boxes never checks them: if one is on, each use takes the long way (<see cref="ThreadSlots"/>). Code that resumes a box
/// does check, but it reads a field that never changes, so the JIT leaves the check out.
/// </remarks>
internal static class PoolSwitches
{
    /// <summary>Whether no box is used twice: a returned box is left to the garbage collector, and each call that suspends makes a box. Everything else is the same code.</summary>
    public static readonly bool IsPoolingOff = Setting.IsOn("PooledAwait.DisablePooling", out var detail) && !Fallback.Pools.FallBack("switched-off", detail!);

    /// <summary>Whether <see cref="IdleBoxes"/> notices code that uses a box that does not belong to it.</summary>
    public static readonly bool AreBoxesChecked = (Setting.IsOn("PooledAwait.CheckBoxes", out _) && Fallback.Checks.Decide(static () => true)) || IdleBoxes.IsDebugBuild;

    /// <summary>Whether the long way checks; debug builds of this library check on both ways.</summary>
    public static bool IsLongWayChecked => AreBoxesChecked && !IdleBoxes.IsDebugBuild;

    /// <summary>Whether each use has to take the long way.</summary>
    public static bool IsLongWay => IsPoolingOff || IsLongWayChecked;
}
