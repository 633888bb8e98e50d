namespace PooledAwait.Runtime;

/// <summary>Switches with which an operator finds out whether the pools cause a problem. They apply to the whole process.</summary>
/// <remarks>
/// A switch that is off costs nothing. The fast path for taking and putting boxes never checks a switch. If a switch is on, each use takes the slow path
/// instead (<see cref="ThreadSlots"/>). Code that resumes a box does check a switch. But the switch is a field that never changes, so the JIT removes the
/// check.
/// </remarks>
internal static class PoolSwitches
{
    /// <summary>
    /// True if no box is reused: a returned box is left to the garbage collector, and each call that suspends makes a new box. All other code runs as usual.
    /// </summary>
    public static readonly bool IsPoolingOff = Setting.IsOn("PooledAwait.DisablePooling", out var detail) && !Fallback.Pools.FallBack("switched-off", detail!);

    /// <summary>True if <see cref="IdleBoxes"/> checks that code uses only boxes that the code owns.</summary>
    public static readonly bool AreBoxesChecked = (Setting.IsOn("PooledAwait.CheckBoxes", out _) && Fallback.Checks.Decide(static () => true)) || IdleBoxes.IsDebugBuild;

    /// <summary>True if only the slow path checks boxes. Debug builds of this library check boxes on both paths.</summary>
    public static bool IsLongWayChecked => AreBoxesChecked && !IdleBoxes.IsDebugBuild;

    /// <summary>True if each use must take the slow path.</summary>
    public static bool IsLongWay => IsPoolingOff || IsLongWayChecked;
}
