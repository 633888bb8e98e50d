using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Collects calls whose callers misuse the returned ValueTask. A misuse is what the contract of ValueTask forbids, such as consuming a ValueTask twice. Each of
/// these calls gets its own task, so that one wrong caller does not prevent pooling for all other callers.
/// </summary>
/// <remarks>
/// After each of these calls, the weaver inserts a conversion of the returned ValueTask. The conversion also works for virtual calls, and for calls of
/// delegates. A second kick-off method with the default builder would not work for virtual calls and delegates.
/// </remarks>
/// <param name="settings">Returns the settings of a method of the program.</param>
internal sealed class MisusedCalls(Func<MethodDefinition, MethodSettings> settings)
{
    private readonly HashSet<Instruction> _known = [];
    private readonly List<MisusedCall> _misuses = [];

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.OwnTask}"];

    /// <summary>The methods that contain the marked calls.</summary>
    public IEnumerable<MethodDefinition> Callers => _misuses.Select(misuse => misuse.Caller);

    /// <summary>Returns whether an earlier weave gave a call its own task.</summary>
    public static bool HasTask(ValueTaskCall call) => call.Call.Next is { OpCode.Code: Code.Call, Operand: MethodReference next } && RuntimeReference.IsOwnTask(next);

    /// <summary>
    /// Returns whether the weaver can insert the conversion after a call. The call itself must return the ValueTask, and the weaver must be allowed to change
    /// the caller.
    /// </summary>
    public bool CanHaveTask(ValueTaskCall call) =>
        call.IsFollowed
        && CallConversion.ResultOf(call.Call) is var result && ValueTaskTypes.IsValueTask(result) && BaseLibrary.Has(result.GetElementType())
        && call.Call.Previous?.OpCode.Code != Code.Tail
        && !IsInFilter(call)
        && settings(call.Caller) is { OutOfScope: null } of && of.Builders.HasFlag(PooledBuilders.ValueTask);

    /// <summary>
    /// For a misused call that may reach code outside the program, returns whether the call is to get its own task. To make the task, woven code consumes the
    /// returned ValueTask. Usually the consumption is harmless, because each call returns a new ValueTask. But some members may return the same ValueTask to
    /// other callers: properties, arrays, and non-virtual methods whose return type is a type parameter of the method or its class. Such a method may return
    /// what it was given. A call of such a member gets a task only if the misuse would break the ValueTask in any case.
    /// </summary>
    public static bool IsBroken(ValueTaskCall call, Reason misuse) =>
        misuse == Reason.ConsumedTwice || misuse == Reason.AskedAfterConsumption || !MayLieThere((MethodReference)call.Call.Operand);

    /// <summary>Marks a call that is to get its own task. Marking the same call again has no effect.</summary>
    public void Add(MisusedCall misuse)
    {
        if (_known.Add(misuse.Call))
        {
            _misuses.Add(misuse);
        }
    }

    /// <summary>After each marked call in one module, inserts the conversion.</summary>
    public void Convert(ModuleDefinition module, Func<IMetadataScope> runtime, WeavingReport report)
    {
        foreach (var calls in _misuses.Where(misuse => misuse.Caller.Module == module).GroupBy(misuse => misuse.Caller))
        {
            WeaveStep.About("the task of a call", calls.Key, () =>
            {
                report.AboutToChange(calls.Key, [calls.Key]);
                using var editor = new BodyEditor(calls.Key);
                foreach (var misuse in calls)
                {
                    editor.InsertAfter(misuse.Call, Instruction.Create(OpCodes.Call, CallConversion.Of(misuse.Call, RuntimeReference.OwnTask, "Of", module, runtime())));
                    report.GivenATask(misuse.Caller, (MethodReference)misuse.Call.Operand, misuse.Misuse, SourceLine.Of(misuse.Caller, misuse.Call));
                }
            });
        }
    }

    /// <summary>Returns whether a member may return one ValueTask to several callers.</summary>
    public static bool MayLieThere(MethodReference called) =>
        called.DeclaringType.IsArray
        || called.Name.StartsWith("get_", StringComparison.Ordinal)
        || (called.ReturnType is GenericParameter && !ValueTaskCalls.IsInvoke(called) && called.Definition() is { IsVirtual: false });

    // The weaver inserts nothing into exception filters.
    private static bool IsInFilter(ValueTaskCall call)
    {
        var body = call.Caller.Body;
        var position = body.Instructions.IndexOf(call.Call);
        return body.ExceptionHandlers.Any(handler =>
            handler.FilterStart != null && body.Instructions.IndexOf(handler.FilterStart) <= position && position < body.Instructions.IndexOf(handler.HandlerStart));
    }
}
