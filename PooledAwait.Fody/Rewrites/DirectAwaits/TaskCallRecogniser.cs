using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// In an async method, recognises calls of methods that are in the program and return tasks. Checks that the caller awaits the task, and finds the called
/// method. Does not decide whether the called method, or an override of it, can have a twin.
/// </summary>
internal sealed class TaskCallRecogniser
{
    private readonly WovenProgram _program;
    private readonly MethodDefinition _caller;
    private readonly StackAnalysis _stack;
    private readonly AwaitRecogniser? _awaits;
    private readonly KeptTaskRecogniser? _kept;
    private readonly WhyTaskNeeded _whyNeeded;
    private readonly Dictionary<Instruction, JoinedTask> _joined = [];

    /// <param name="program">The modules that are woven together.</param>
    /// <param name="caller">The calling method: a machine's <c>MoveNext</c>, or a method that the runtime itself suspends, without a state machine.</param>
    /// <param name="fields">Finds out whether other code uses a field of the machine. If not, the field holds a local variable or an argument.</param>
    public TaskCallRecogniser(WovenProgram program, MethodDefinition caller, MachineFields fields)
    {
        _program = program;
        _caller = caller;
        _stack = StackAnalysis.Of(caller);
        _whyNeeded = new WhyTaskNeeded(_stack);
        if (_stack.IsSound)
        {
            var locals = new LocalFlow(_stack.Flow);
            _awaits = new AwaitRecogniser(_stack, locals);
            _kept = new KeptTaskRecogniser(FollowedBody.Of(_stack), _awaits, new TaskReadRecogniser(_stack, locals), fields);
        }
    }

    /// <returns>Null if the caller drops or returns the task. In both cases, no user expects the weaver to change the call.</returns>
    public Recognised<TaskCall>? Recognise(Instruction call)
    {
        if (_stack.Fault is { } fault)
        {
            return Refusal.OfInvalid(_caller, fault, Reason.NotFollowed);
        }

        if (!_stack.IsReachable(call))
        {
            return Condition.Unreachable.With();
        }

        // Looks for the call's own await, then for a later await of a variable that keeps the task, and then for an await that several calls share.
        var awaited = _awaits!.Recognise(call);
        var keeping = awaited == null ? _kept!.Recognise(call) : null;
        var kept = keeping?.Value;
        var joined = awaited == null && kept == null ? JoinedOf(call) : null;
        awaited ??= kept?.Awaits.Values.First() ?? joined?.Await;
        if (awaited == null)
        {
            return _whyNeeded.Of(call, keeping?.Refusal) is { } why ? why : (Recognised<TaskCall>?)null;
        }

        // The compiler may keep a task on the stack while other code runs, such as the call that makes the next task.
        var isOnStack = kept == null && joined == null && !AwaitRecogniser.IsReachedAtOnce(call, awaited.Use);
        if (isOnStack && awaited is not AwaitedByMachine)
        {
            return Condition.CodeBeforeAwait.With().At(_caller, awaited.Use);
        }

        var called = (MethodReference)call.Operand;
        if (_program.Find(called) is not { } callee)
        {
            return Condition.CalleeNotFound.With(called);
        }

        if (TaskMethod.IsOfDelegate(callee))
        {
            return Reason.DelegateCall;
        }

        // The code may await a task with a result as a plain Task. That await gives no result, but the await of the ValueTask would give a result.
        var found = new TaskCall(_caller, call, callee, awaited) { Kept = kept, Joined = joined, IsOnStack = isOnStack };
        if (found.Result == null != (TaskType.ResultOf(callee.ReturnType) == null))
        {
            return Condition.ResultDropped.With(callee).At(_caller, awaited.Use);
        }

        // A method that the runtime suspends cannot await a call of a twin with a ref parameter: the runtime would have to keep the reference, and rejects the
        // code as invalid. The twin of a struct's instance method has a ref parameter for the struct.
        if (RuntimeAsync.Is(_caller) && (callee is { HasThis: true, DeclaringType.IsValueType: true } || callee.Parameters.Any(parameter => parameter.ParameterType.IsByReference)))
        {
            return Condition.TakesReference.With(callee).At(_caller, awaited.Use);
        }

        return ExactCall.Reaches(call, callee) || VirtualCall.Is(call, callee) ? found
            : call.Previous is { OpCode.Code: Code.Constrained, Operand: TypeReference type } ? Condition.OnTypeParameter.With(type)
            : Prefix.IsBefore(call) ? Condition.PrefixedCall.For(Reason.VirtualCall, call.Previous.OpCode.Name)
            : Condition.CodeOfInterface.With(callee);
    }

    /// <summary>Finds the await that the call shares with other calls. Returns the same object for each of these calls.</summary>
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
}
