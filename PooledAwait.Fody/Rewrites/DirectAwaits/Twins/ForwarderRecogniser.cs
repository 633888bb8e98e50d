using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Recognises forwarders: methods that return the tasks of other methods. A forwarder is small, has no exception handlers, and its code can also run in another
/// method.
/// </summary>
internal static class ForwarderRecogniser
{
    /// <returns>The forwarder, or a refusal. A method is refused if it is not a forwarder, or if every value that it returns must be a task.</returns>
    public static Recognised<Forwarder> Recognise(WovenProgram program, MethodDefinition method)
    {
        if (SecondBody.WhyNot(method) is { } refusal)
        {
            return refusal;
        }

        var body = method.Body;
        var stack = StackAnalysis.Of(method);
        if (stack.Fault is { } fault)
        {
            return Refusal.OfInvalid(method, fault, Reason.NotForwarded);
        }

        var returned = new List<ReturnedTask>();
        var locals = new HashSet<int>();
        foreach (var ret in body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ret && stack.IsReachable(instruction)))
        {
            var takers = TakersOf(ret, stack, out var local);
            var tasks = takers.Select(taker => TasksAt(program, taker, stack)).ToArray();
            if (tasks.Contains(null))
            {
                return Condition.ReturnedTaskUsed.With(method).At(method, takers[Array.IndexOf(tasks, null)]);
            }

            // The conversion of a null task to a ValueTask throws. A conversion before the return could throw for a task that is not returned in the end. So a
            // task that may be null is converted only at the return.
            var found = tasks.SelectMany(task => task!).ToArray();
            var late = found.FirstOrDefault(task => task.Kind == ReturnedTaskKind.Other && !IsReturnedAtOnce(task.At, method));
            if (late != null || found.All(task => task.Kind == ReturnedTaskKind.Other))
            {
                returned.Add(new ReturnedTask(ReturnedTaskKind.Other, ret, Why: (late ?? found[0]).Why));
                continue;
            }

            returned.AddRange(found);
            if (local is { } index)
            {
                locals.Add(index);
            }
        }

        var own = returned.Where(task => task.Callee != null && TrimmerWarnings.CallsOwn(method, task.At) && KickOff.Is(task.Callee)).ToArray();
        var others = body.Instructions.Where(call => TrimmerWarnings.CallsOwn(method, call) && own.All(task => task.At != call)).ToArray();
        var ofBases = body.Instructions.Where(SecondBody.CallsBase).ToArray();
        if (ofBases.FirstOrDefault(call => !returned.Any(task => task is { Callee: not null, Called: null } && task.At == call)) is { } kept)
        {
            return Condition.BaseCall.With(method, kept.Operand).At(method, kept);
        }

        return CopiedFunctions.Of(others, SecondBody.CanBeOfFunction) is not { } copied ? Condition.HoldsFunction.With(method).At(method, others[0])
            : returned.Any(task => task.Kind != ReturnedTaskKind.Other) ? new Forwarder(returned, locals) { Exchanged = [.. own, .. returned.Where(task => ofBases.Contains(task.At))], Copied = copied }
            : returned.FirstOrDefault()?.Why ?? Condition.NeverReturns.With(method);
    }

    /// <summary>
    /// Finds the instructions that take the returned tasks. These are the return itself, or the stores into a variable that only holds the tasks until the
    /// return. For example, the compiler makes such a variable for the result of a switch expression.
    /// </summary>
    private static IReadOnlyList<Instruction> TakersOf(Instruction ret, StackAnalysis stack, out int? local)
    {
        local = null;
        var method = stack.Flow.Method;
        if (stack.DirectProducersOf(ret, 0) is not { Count: 1 } producers || stack.OnlyUseOf(producers[0]) == null ||
            VariableAccess.Of(producers[0], method) is not { Kind: VariableAccessKind.Load, Variable: { IsParameter: false } variable } load ||
            method.Body.Variables[variable.Index].VariableType.FullName != method.ReturnType.FullName)
        {
            return [ret];
        }

        // Every path to the return must store a task into the variable. On a path without a store, the method returns null, but its twin would return a
        // completed ValueTask.
        var locals = new LocalFlow(stack.Flow);
        var others = locals.AccessesOf(variable).Where(access => access.At != load.At).ToArray();
        if (others.Any(access => access.Kind != VariableAccessKind.Store) || locals.UsesOfInitial(variable).Contains(load))
        {
            return [ret];
        }

        local = variable.Index;
        return [.. others.Select(access => access.At)];
    }

    /// <returns>
    /// The tasks that the taker takes. Null if the twin could replace some of these tasks but not all, because other instructions use the rest, too, or because
    /// the rest come from calls with an IL prefix.
    /// </returns>
    private static IReadOnlyList<ReturnedTask>? TasksAt(WovenProgram program, Instruction taker, StackAnalysis stack)
    {
        var producers = stack.DirectProducersOf(taker, 0);
        var tasks = producers.Where(IsTakenAlone).Select(producer => KindOf(program, producer, stack)).ToArray();
        return tasks.All(task => task.Kind == ReturnedTaskKind.Other) ? [new ReturnedTask(ReturnedTaskKind.Other, taker, Why: tasks.FirstOrDefault()?.Why ?? Used())]
            : tasks.Length == producers.Count ? tasks
            : null;

        Refusal Used() => (producers.FirstOrDefault(producer => producer.Operand is MethodReference && Prefix.IsBefore(producer)) is { } prefixed
            ? Condition.ReturnedCallUnknown.With(stack.Flow.Method, prefixed.Operand)
            : Condition.ReturnedTaskUsed.With(stack.Flow.Method)).At(stack.Flow.Method, taker);

        // Several paths may join before the taker takes the task. The task of each path must become a ValueTask before the paths join. So no instruction except
        // the taker may use the task.
        bool IsTakenAlone(Instruction producer) =>
            stack.DirectConsumersOf(producer) is { Count: 1 } uses && uses[0].Consumer == taker && !Prefix.IsBefore(producer);
    }

    private static ReturnedTask KindOf(WovenProgram program, Instruction producer, StackAnalysis stack)
    {
        var method = stack.Flow.Method;
        if (producer.OpCode.Code is not (Code.Call or Code.Callvirt) || producer.Operand is not MethodReference called)
        {
            return Other(Condition.ReturnsOther, ProgramName.Of(producer, method));
        }

        // A method may return a task with a result as a plain Task. A twin cannot return a ValueTask with a result as a plain ValueTask.
        if (called.ReturnType is GenericInstanceType != method.ReturnType is GenericInstanceType)
        {
            return Other(Condition.ReturnsOtherKind, called);
        }

        if (called is GenericInstanceMethod && TaskType.IsStaticMember(called, "FromResult"))
        {
            return new ReturnedTask(ReturnedTaskKind.Result, producer);
        }

        // A twin can return a ValueTask from a method of the program, because a caller that would misuse a pooled ValueTask gets its own task. A ValueTask from
        // outside the program may have a source with other rules. The twin's callers do not know these rules.
        if (ReturnedValueTask.Of(producer, stack) is { } returning && program.Find(returning) != null && IsReturnedAtOnce(producer, method))
        {
            return new ReturnedTask(ReturnedTaskKind.ValueTask, producer);
        }

        if (!TaskMethod.Is(called, program) || program.Find(called) is not { } callee)
        {
            return Other(Condition.ReturnsFromOutside, called);
        }

        return !IsReturnedAtOnce(producer, method) ? Other(Condition.CodeBeforeReturn, callee)
            : callee.HasBody && ExactCall.Reaches(producer, callee) ? new ReturnedTask(ReturnedTaskKind.Forwarded, producer, callee)
            : VirtualCall.Is(producer, callee) ? new ReturnedTask(ReturnedTaskKind.Forwarded, producer, callee, called)
            : Other(Condition.ReturnedCallUnknown, callee);

        ReturnedTask Other(Condition condition, object named) => new(ReturnedTaskKind.Other, producer, Why: condition.With(method, named).At(method, producer));
    }

    /// <summary>
    /// Returns whether a task is returned immediately after the instruction that makes or takes the task. Other code before the return could throw or return
    /// another task, and the first task would be dropped. The call must then make its task as before, so that UnobservedTaskException reports a failure of the
    /// dropped task.
    /// </summary>
    private static bool IsReturnedAtOnce(Instruction start, MethodDefinition method)
    {
        var stored = VariableAccess.Of(start, method) is { Kind: VariableAccessKind.Store } store ? store : null;
        var next = start.OpCode.Code == Code.Ret ? start : start.Next;
        for (var steps = 0; next != null && steps < method.Body.Instructions.Count; steps++)
        {
            switch (next.OpCode.Code)
            {
                case Code.Ret:
                    return true;
                case Code.Nop:
                    next = next.Next;
                    break;
                case Code.Br or Code.Br_S:
                    next = (Instruction)next.Operand;
                    break;
                default:
                    var access = VariableAccess.Of(next, method);
                    var isHandedOn = stored == null ? access?.Kind == VariableAccessKind.Store
                        : access?.Kind == VariableAccessKind.Load && access.Variable == stored.Variable;
                    if (!isHandedOn)
                    {
                        return false;
                    }

                    stored = access;
                    next = next.Next;
                    break;
            }
        }

        return false;
    }
}
