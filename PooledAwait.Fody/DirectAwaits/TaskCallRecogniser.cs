using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Following;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>
/// Recognises the calls of the program's task methods in one async method: whether the task is awaited where it is returned, and which method is
/// called. Whether that method can do without a task, or one that is called in its place, is another's question.
/// </summary>
internal sealed class TaskCallRecogniser
{
    private readonly WovenProgram _program;
    private readonly MethodDefinition _caller;
    private readonly StackAnalysis _stack;
    private readonly AwaitRecogniser? _awaits;
    private readonly KeptTaskRecogniser? _kept;
    private readonly Dictionary<Instruction, JoinedTask> _joined = [];

    /// <param name="program">What is woven together.</param>
    /// <param name="caller">The code of a state machine, or of a method that the runtime suspends.</param>
    /// <param name="fields">The fields in which local variables lie.</param>
    public TaskCallRecogniser(WovenProgram program, MethodDefinition caller, MachineFields fields)
    {
        _program = program;
        _caller = caller;
        _stack = StackAnalysis.Of(caller);
        if (_stack.IsSound)
        {
            _awaits = new AwaitRecogniser(_stack, new LocalFlow(_stack.Flow));
            _kept = new KeptTaskRecogniser(FollowedBody.Of(_stack), _awaits, fields);
        }
    }

    /// <returns>Null where nothing waits for the task here, so that nobody would expect a change.</returns>
    public Recognised<TaskCall>? Recognise(Instruction call)
    {
        if (_awaits == null || !_stack.IsReachable(call))
        {
            return Reason.NotFollowed;
        }

        // What awaits the task where it is returned, or one of those that do later.
        var awaited = _awaits.Recognise(call);
        var kept = awaited == null ? _kept!.Recognise(call) : null;
        var joined = awaited == null && kept == null ? JoinedOf(call) : null;
        awaited ??= kept?.Awaits.Values.First() ?? joined?.Await;
        if (awaited == null)
        {
            return UseOf(call);
        }

        // The compiler keeps a task on the stack while it makes the next one.
        var isOnStack = kept == null && joined == null && !AwaitRecogniser.IsReachedAtOnce(call, awaited.Use);
        if (isOnStack && awaited is not AwaitedByMachine)
        {
            return Reason.TaskKept;
        }

        var called = (MethodReference)call.Operand;
        if (_program.Find(called) is not { } callee)
        {
            return Reason.NotFollowed;
        }

        if (TaskMethod.IsOfDelegate(callee))
        {
            return Reason.DelegateCall;
        }

        // The result of a task that is awaited as one without is dropped, which a ValueTask's await does not do.
        var found = new TaskCall(_caller, call, callee, awaited) { Kept = kept, Joined = joined, IsOnStack = isOnStack };
        if (found.Result == null != (TaskType.ResultOf(callee.ReturnType) == null))
        {
            return Reason.TaskUsedOtherwise;
        }

        return ExactCall.Reaches(call, callee) || VirtualCalls.VirtualCall.Is(call, callee) ? found : Reason.VirtualCall;
    }

    /// <summary>The same object for each of the calls.</summary>
    private JoinedTask? JoinedOf(Instruction call)
    {
        if (!_joined.TryGetValue(call, out var joined) && (joined = _awaits!.RecogniseJoined(call)) != null)
        {
            foreach (var one in joined.Calls)
            {
                _joined.Add(one, joined);
            }
        }

        return joined;
    }

    /// <summary>What is done with a task that is not awaited where it is returned.</summary>
    private Recognised<TaskCall>? UseOf(Instruction call)
    {
        if (_stack.OnlyUseOf(call)?.Consumer is not { } use)
        {
            return Reason.TaskKept;
        }

        switch (use.OpCode.Code)
        {
            case Code.Pop or Code.Ret:
                return null;
            case Code.Call or Code.Callvirt or Code.Newobj when use.Operand is MethodReference taker:
                return RuntimeAsync.IsAwait(taker) ? Reason.TaskKept
                    : !TaskType.Is(taker.DeclaringType) ? Reason.TaskPassedOn
                    : taker.Name == "ConfigureAwait" && taker.Parameters[0].ParameterType.MetadataType != MetadataType.Boolean ? Reason.AwaitOptions
                    : taker.HasThis ? Reason.TaskUsedOtherwise
                    : Reason.TaskPassedOn;
            default:
                return Reason.TaskKept;
        }
    }
}
