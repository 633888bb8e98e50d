using PooledAwait.Fody.Report;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>The calls of a program whose ValueTask is thrown away. After each, the weaver inserts another call, which gives the box back once the discarded call has completed.</summary>
/// <remarks>Like the conversions of <see cref="MisusedCalls"/>, the inserted call examines the returned ValueTask, so it works for any method that the call reaches.</remarks>
/// <param name="misused">Knows after which calls another call can be inserted.</param>
internal sealed class DiscardedCalls(MisusedCalls misused)
{
    private readonly HashSet<Instruction> _known = [];
    private readonly List<ValueTaskCall> _calls = [];

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.DirectTask}"];

    /// <summary>
    /// Whether this build of PooledAwait.Runtime gives the boxes of discarded calls back. A build that is not made for .NET 8 or later leaves them to the collector.
    /// A method whose calls are all discarded would then make a larger object for each call than the default builder does.
    /// </summary>
    public static bool ComeBack(AssemblyDefinition runtime) =>
        TargetFramework.Of(runtime.MainModule) is { } framework && !framework.StartsWith("netstandard", StringComparison.Ordinal);

    /// <summary>The methods that contain these calls.</summary>
    public IEnumerable<MethodDefinition> Callers => _calls.Select(call => call.Caller);

    /// <summary>Whether an earlier weave already inserted the call that gives the box back.</summary>
    public static bool IsForgotten(ValueTaskCall call) => call.Call.Next is { OpCode.Code: Code.Call, Operand: MethodReference next } && RuntimeReference.IsForget(next);

    /// <summary>Whether the box that a call returns can be given back: the caller never looks at the ValueTask, and no other code has it.</summary>
    public bool CanBeForgotten(ValueTaskCall call) => call.Use.IsThrownAway && misused.CanHaveTask(call) && !MayBeOfOthers((MethodReference)call.Call.Operand);

    /// <summary>Marks a call whose box is to be given back. Marking a call more than once does no harm.</summary>
    public void Add(ValueTaskCall call)
    {
        if (_known.Add(call.Call))
        {
            _calls.Add(call);
        }
    }

    /// <summary>Inserts the call that gives the box back after each marked call in one module.</summary>
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

    // The call may return a ValueTask that the caller or other code has too: an argument, the value of a property, or something that generic code keeps.
    private static bool MayBeOfOthers(MethodReference called) =>
        MisusedCalls.MayLieThere(called) || called.Parameters.Any(parameter => IsValueTask(CallConversion.Substituted(called, parameter.ParameterType)));

    private static bool IsValueTask(TypeReference type) => ValueTaskTypes.IsKnown(type is ByReferenceType reference ? reference.ElementType : type);
}
