using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Values;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// The calls of a program whose callers use the ValueTask as its contract forbids. Each of these calls gets a task of its own, so that one caller does not
/// decide for all others.
/// </summary>
/// <remarks>
/// The conversion is inserted after the call and examines the returned ValueTask. So it also works for virtual calls, delegates and interfaces. A second
/// kick-off method with the default builder would not.
/// </remarks>
/// <param name="settings">Gets the settings of a method of the program.</param>
internal sealed class MisusedCalls(Func<MethodDefinition, MethodSettings> settings)
{
    private readonly HashSet<Instruction> _known = [];
    private readonly List<MisusedCall> _misuses = [];

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.OwnTask}"];

    /// <summary>The methods that contain the calls.</summary>
    public IEnumerable<MethodDefinition> Callers => _misuses.Select(misuse => misuse.Caller);

    /// <summary>Whether an earlier weave gave a call a task of its own.</summary>
    public static bool HasTask(ValueTaskCall call) => call.Call.Next is { OpCode.Code: Code.Call, Operand: MethodReference next } && RuntimeReference.IsOwnTask(next);

    /// <summary>Whether the caller itself gets the ValueTask, in code that may be changed.</summary>
    public bool CanHaveTask(ValueTaskCall call) =>
        call.IsFollowed
        && CallConversion.ResultOf(call.Call) is var result && ValueTaskTypes.IsValueTask(result) && BaseLibrary.Has(result.GetElementType())
        && call.Call.Previous?.OpCode.Code != Code.Tail
        && !IsInFilter(call)
        && settings(call.Caller) is { OutOfScope: null } of && of.Builders.HasFlag(PooledBuilders.ValueTask);

    /// <summary>
    /// Whether a misuse breaks the ValueTask that a call outside the program returns. A method returns another one at each call. A property, or generic code that returns what it was given, may
    /// return one that other callers can get too. A task for this caller would take it away from them, so this caller gets a task only if its use breaks the ValueTask by itself.
    /// </summary>
    public static bool IsBroken(ValueTaskCall call, Reason misuse) =>
        misuse == Reason.ConsumedTwice || misuse == Reason.AskedAfterConsumption || !MayLieThere((MethodReference)call.Call.Operand);

    /// <summary>Marks a call that is to get a task of its own. Marking a call more than once does no harm.</summary>
    public void Add(MisusedCall misuse)
    {
        if (_known.Add(misuse.Call))
        {
            _misuses.Add(misuse);
        }
    }

    /// <summary>Inserts the conversion after each marked call in one module.</summary>
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

    /// <summary>Whether other callers may get the same ValueTask from a member.</summary>
    public static bool MayLieThere(MethodReference called) =>
        called.DeclaringType.IsArray
        || called.Name.StartsWith("get_", StringComparison.Ordinal)
        || (called.ReturnType is GenericParameter && !ValueTaskCalls.IsInvoke(called) && called.Definition() is { IsVirtual: false });

    // Nothing is inserted into exception filters.
    private static bool IsInFilter(ValueTaskCall call)
    {
        var body = call.Caller.Body;
        var position = body.Instructions.IndexOf(call.Call);
        return body.ExceptionHandlers.Any(handler =>
            handler.FilterStart != null && body.Instructions.IndexOf(handler.FilterStart) <= position && position < body.Instructions.IndexOf(handler.HandlerStart));
    }
}
