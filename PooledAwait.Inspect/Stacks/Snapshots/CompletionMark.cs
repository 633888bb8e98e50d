using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The object to which a completed source of a ValueTask refers in place of a continuation.</summary>
internal static class CompletionMark
{
    /// <summary>The type that has the object in a static field.</summary>
    public const string Type = "System.Threading.Tasks.Sources.ManualResetValueTaskSourceCoreShared";

    public const string Field = "s_sentinel";

    /// <summary>Finds the object, if any copied object may refer to it.</summary>
    /// <returns>The object's address; 0 if the object is not needed, or not found.</returns>
    public static ulong In(ClrRuntime runtime, CopiedObjects objects) =>
        objects.Addresses.Any(address => objects.TypeOf(address)!.Fields is { Completed: < 0, Continuation: > 0 })
            ? runtime.BaseClassLibrary.GetTypeByName(Type)?.GetStaticFieldByName(Field)?.ReadObject(runtime.AppDomains[0]).Address ?? 0
            : 0;
}
