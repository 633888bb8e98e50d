using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.Driving;
using PooledAwait.Fody.Following;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>The calls of a program whose ValueTask is thrown away: behind each stands another, which gives the box back once the call has completed.</summary>
/// <remarks>Like the conversions of <see cref="MisusedCalls"/> it looks at what came back, and serves whatever the call reaches.</remarks>
/// <param name="misused">Knows behind which calls another can stand.</param>
internal sealed class DiscardedCalls(MisusedCalls misused)
{
    private readonly HashSet<Instruction> _known = [];
    private readonly List<ValueTaskCall> _calls = [];

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.DirectTask}"];

    /// <summary>
    /// Whether boxes come back with a PooledAwait.Runtime: one that is not made for .NET 8 or later leaves them to the collector, and a method that is only discarded would make a larger
    /// object for each call than the default builder does.
    /// </summary>
    public static bool ComeBack(AssemblyDefinition runtime) =>
        TargetFramework.Of(runtime.MainModule) is { } framework && !framework.StartsWith("netstandard", StringComparison.Ordinal);

    /// <summary>The methods that such calls stand in.</summary>
    public IEnumerable<MethodDefinition> Callers => _calls.Select(call => call.Caller);

    /// <summary>Whether an earlier weave has the box of a call given back.</summary>
    public static bool IsForgotten(ValueTaskCall call) => call.Call.Next is { OpCode.Code: Code.Call, Operand: MethodReference next } && RuntimeReference.IsForget(next);

    /// <summary>Whether the box that a call returns can be given back: nobody in the caller looks at the ValueTask, and nobody outside has it.</summary>
    public bool CanBeForgotten(ValueTaskCall call) => call.Use.IsThrownAway && misused.CanHaveTask(call) && !MayBeOfOthers((MethodReference)call.Call.Operand);

    /// <summary>Has the box of a call given back; more than once does no harm.</summary>
    public void Add(ValueTaskCall call)
    {
        if (_known.Add(call.Call))
        {
            _calls.Add(call);
        }
    }

    /// <summary>Puts what gives the box back behind each of the calls in one module.</summary>
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

    // What the caller or anyone else has may come back: an argument, what lies in a property, or what generic code keeps.
    private static bool MayBeOfOthers(MethodReference called) =>
        MisusedCalls.MayLieThere(called) || called.Parameters.Any(parameter => IsValueTask(CallConversion.Substituted(called, parameter.ParameterType)));

    private static bool IsValueTask(TypeReference type) => ValueTaskTypes.IsKnown(type is ByReferenceType reference ? reference.ElementType : type);
}
