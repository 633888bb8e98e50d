#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Decides whether this library or the base library handles a call of WhenAny. For invalid arguments, the base library throws its usual exceptions.
/// </summary>
internal static class WhenAnySpecialization
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AppliesTo(Task? task1, Task? task2) =>
        TaskContinuations.IsSupported && task1 is not null && task2 is not null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AppliesTo(Task? task1, Task? task2, Task? task3) => AppliesTo(task1, task2) && task3 is not null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AppliesTo(Task? task1, Task? task2, Task? task3, Task? task4) =>
        AppliesTo(task1, task2) && task3 is not null && task4 is not null;
}
#endif
