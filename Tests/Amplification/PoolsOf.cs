using System.Collections;
using System.Reflection;
using System.Runtime.Loader;
using Tests.Weaving;

namespace Tests.Amplification;

/// <summary>Reads the counts of a loaded assembly's pools by reflection, because the counts are not public.</summary>
internal static class PoolsOf
{
    /// <summary>Returns the numbers of rented and returned boxes, summed over the pools of all methods.</summary>
    public static (long Rented, long Returned) Counts(LoadedAssembly loaded)
    {
        var runtime = AssemblyLoadContext.GetLoadContext(loaded.Assembly)!.LoadFromAssemblyName(new AssemblyName("PooledAwait.Runtime"));
        var depots = (IEnumerable)runtime.GetType("PooledAwait.Runtime.PoolTrimmer", throwOnError: true)!
            .GetField("s_depots", BindingFlags.Static | BindingFlags.NonPublic)!.GetValue(null)!;
        var (rented, returned) = (0L, 0L);
        foreach (var reference in depots)
        {
            object?[] target = [null];
            if (reference.GetType().GetMethod("TryGetTarget")!.Invoke(reference, target) is true)
            {
                var counts = target[0]!.GetType().GetMethod("ReadCounts")!.Invoke(target[0], null)!;
                rented += Count(counts, "Rented");
                returned += Count(counts, "Returned");
            }
        }

        return (rented, returned);
    }

    private static long Count(object counts, string name) => (long)counts.GetType().GetProperty(name)!.GetValue(counts)!;
}
