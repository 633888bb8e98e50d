using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>
/// A <c>task { }</c> of F# for which the compiler has made no state machine, for example without optimisation. All these tasks use one machine of FSharp.Core.
/// This machine refers to two objects: the awaiter, and the closure with the code after the await.
/// </summary>
/// <param name="Runs">Whether the task runs; otherwise it waits.</param>
/// <param name="Awaited">The object for which the task waits; 0 if it is not known.</param>
/// <param name="Method">The method; null if neither the closure with the code after the await nor a closure to which it leads belongs to the program.</param>
internal sealed record DynamicTask(bool Runs, ulong Awaited, string? Method)
{
    private const string Library = "Microsoft.FSharp.";

    /// <summary>The largest number of closures to visit. No program nests its code so deeply.</summary>
    private const int MostClosures = 100;

    /// <returns>The task; null if the machine is not the one of FSharp.Core.</returns>
    public static DynamicTask? Of(CopiedObjects objects, MachineLayout machine, ulong holder)
    {
        if (!machine.Type.Name.StartsWith($"{Library}Core.CompilerServices.ResumableStateMachine<", StringComparison.Ordinal) ||
            objects.Reference(holder, $"{machine.Prefix}{MachineNames.DynamicPart}") is not (> 0 and var part))
        {
            return null;
        }

        var awaiter = objects.Reference(part, "ResumptionData@");
        var first = objects.TypeOf(awaiter)?.Fields.All.FirstOrDefault(field => field.IsReference);
        return new(awaiter == 0, first == null ? 0 : objects.Reference(awaiter, first.Offset), MethodOf(objects, objects.Reference(part, "ResumptionFunc@")));
    }

    /// <summary>
    /// Returns the method of the nearest code of the program. Searches the closure that is called next, then the closures to which it refers, and so on.
    /// </summary>
    private static string? MethodOf(CopiedObjects objects, ulong next)
    {
        var (open, seen) = (new Queue<ulong>([next]), new HashSet<ulong>());
        while (open.TryDequeue(out var address) && seen.Count < MostClosures)
        {
            if (objects.TypeOf(address) is { } type && (FollowedFields.IsClosureOfFSharp(type) || type.Is("System.Delegate")) && seen.Add(address))
            {
                if (FollowedFields.IsClosureOfFSharp(type) && !type.Name.StartsWith(Library, StringComparison.Ordinal) && !type.Name.StartsWith("<StartupCode$FSharp-Core>", StringComparison.Ordinal))
                {
                    return TypeName.Method(type.Name);
                }

                foreach (var field in type.Fields.All.Where(field => field.IsReference))
                {
                    open.Enqueue(objects.Reference(address, field.Offset));
                }
            }
        }

        return null;
    }
}
