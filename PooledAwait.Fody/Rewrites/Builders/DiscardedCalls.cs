using PooledAwait.Fody.Report;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Collects calls whose callers throw the returned ValueTask away. After each of these calls, the weaver inserts another call. The inserted call gives the box
/// back to its pool as soon as the discarded call has completed.
/// </summary>
/// <remarks>
/// When the program runs, the inserted call examines the returned ValueTask, as the conversions of <see cref="MisusedCalls"/> do. So the inserted call works
/// for any method that the discarded call may reach.
/// </remarks>
/// <param name="misused">Decides whether the weaver can insert another call after a given call.</param>
internal sealed class DiscardedCalls(MisusedCalls misused)
{
    private readonly HashSet<Instruction> _known = [];
    private readonly List<ValueTaskCall> _calls = [];

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.DirectTask}"];

    /// <summary>
    /// Returns whether the given build of PooledAwait.Runtime gives the boxes of discarded calls back. Builds for frameworks before .NET 8 leave the boxes to
    /// the garbage collector. With these builds, pooling does not pay for a method if all its calls are discarded, because each call would allocate a larger
    /// object than with the default builder.
    /// </summary>
    public static bool ComeBack(AssemblyDefinition runtime) =>
        TargetFramework.Of(runtime.MainModule) is { } framework && !framework.StartsWith("netstandard", StringComparison.Ordinal);

    /// <summary>The methods that contain the marked calls.</summary>
    public IEnumerable<MethodDefinition> Callers => _calls.Select(call => call.Caller);

    /// <summary>Returns whether an earlier weave already inserted the call that gives the box back.</summary>
    public static bool IsForgotten(ValueTaskCall call) => call.Call.Next is { OpCode.Code: Code.Call, Operand: MethodReference next } && RuntimeReference.IsForget(next);

    /// <summary>
    /// Returns whether woven code can give a call's box back. This requires that the caller does not use the ValueTask, that no other code has the ValueTask,
    /// and that the weaver can insert another call after the call.
    /// </summary>
    public bool CanBeForgotten(ValueTaskCall call) => call.Use.IsThrownAway && misused.CanHaveTask(call) && !MayBeOfOthers((MethodReference)call.Call.Operand);

    /// <summary>Marks a call whose box is to be given back. Marking the same call again has no effect.</summary>
    public void Add(ValueTaskCall call)
    {
        if (_known.Add(call.Call))
        {
            _calls.Add(call);
        }
    }

    /// <summary>After each marked call in one module, inserts the call that gives the box back.</summary>
    public void Convert(ModuleDefinition module, Func<IMetadataScope> runtime, WeavingReport report)
    {
        foreach (var calls in _calls.Where(call => call.Caller.Module == module).GroupBy(call => call.Caller))
        {
            WeaveStep.About("a discarded call", calls.Key, () =>
            {
                report.AboutToChange(calls.Key, [calls.Key]);
                report.GivesBack(calls.Key);
                using var editor = new BodyEditor(calls.Key);
                foreach (var call in calls)
                {
                    editor.InsertAfter(call.Call, Instruction.Create(OpCodes.Call, CallConversion.Of(call.Call, RuntimeReference.DirectTask, RuntimeReference.Forget, module, runtime())));
                }
            });
        }
    }

    // Returns whether the caller or other code may already have the ValueTask that the call returns. This ValueTask may be an argument of the call, the value
    // of a property, or a value that generic code keeps.
    private static bool MayBeOfOthers(MethodReference called) =>
        MisusedCalls.MayLieThere(called) || called.Parameters.Any(parameter => IsValueTask(CallConversion.Substituted(called, parameter.ParameterType)));

    private static bool IsValueTask(TypeReference type) => ValueTaskTypes.IsKnown(type is ByReferenceType reference ? reference.ElementType : type);
}
