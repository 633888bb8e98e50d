namespace PooledAwait.Runtime;

/// <summary>Switches with which an operator finds out whether the pools cause a problem. They apply to the whole process.</summary>
/// <remarks>
/// A switch that is off costs nothing. The short way of taking and putting boxes never checks a switch: if one is on, each use takes the long way (<see cref="ThreadSlots"/>). Code that resumes a box
/// does check one, but the value is in a field that never changes, so the JIT removes the check.
/// </remarks>
internal static class PoolSwitches
{
    /// <summary>
    /// True if no box is reused: a returned box is left to the garbage collector, and each call that suspends makes a new box. All other code runs as usual.
    /// </summary>
    public static readonly bool IsPoolingOff = Setting.IsOn("PooledAwait.DisablePooling", out var detail) && !Fallback.Pools.FallBack("switched-off", detail!);

    /// <summary>True if <see cref="IdleBoxes"/> detects code that uses a box without owning it.</summary>
    public static readonly bool AreBoxesChecked = (Setting.IsOn("PooledAwait.CheckBoxes", out _) && Fallback.Checks.Decide(static () => true)) || IdleBoxes.IsDebugBuild;

    /// <summary>True if only the long way checks boxes; debug builds of this library check them on both ways.</summary>
    public static bool IsLongWayChecked => AreBoxesChecked && !IdleBoxes.IsDebugBuild;

    /// <summary>True if each use must take the long way.</summary>
    public static bool IsLongWay => IsPoolingOff || IsLongWayChecked;
}
