using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>Recognises forwarders: small methods without exception handlers, none of whose code cares what method it stands in.</summary>
internal static class ForwarderRecogniser
{
    /// <summary>What is larger does more than to choose what to return, and its code would stand twice.</summary>
    private const int MaximumInstructions = 200;

    /// <summary>Methods that see which method called them.</summary>
    private static readonly HashSet<string> s_askingForTheirCaller = ["GetCurrentMethod", "GetCallingAssembly", "get_StackTrace"];

    /// <returns>Null where it is no such method, or where nothing that it returns can do without a task.</returns>
    public static Forwarder? Recognise(MethodDefinition method)
    {
        if (!method.HasBody || KickOff.IsRuntimeAsync(method) || KickOff.IsIterator(method) || !TaskType.Is(method.ReturnType) ||
            method.Body is not { Instructions.Count: <= MaximumInstructions, HasExceptionHandlers: false } body ||
            body.Instructions.Any(CaresWhereItStands) || StackAnalysis.Of(method) is not { IsSound: true } stack)
        {
            return null;
        }

        var returned = new List<ReturnedTask>();
        foreach (var ret in body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ret && stack.IsReachable(instruction)))
        {
            if (TasksAt(ret, stack) is not { } tasks)
            {
                return null;
            }

            returned.AddRange(tasks);
        }

        return returned.Any(task => task.Kind != ReturnedTaskKind.Other) ? new Forwarder(returned) : null;
    }

    /// <returns>Null where a task that is returned is used for something else as well.</returns>
    private static IReadOnlyList<ReturnedTask>? TasksAt(Instruction ret, StackAnalysis stack)
    {
        var producers = stack.DirectProducersOf(ret, 0);
        var tasks = producers.Where(IsReturnedAlone).Select(producer => KindOf(producer, stack.Flow.Method)).ToArray();
        return tasks.All(task => task.Kind == ReturnedTaskKind.Other) ? [new ReturnedTask(ReturnedTaskKind.Other, ret)]
            : tasks.Length == producers.Count ? tasks
            : null;

        // Where several ways join before the return, what one of them leaves on the stack must become a ValueTask there, and nowhere else.
        bool IsReturnedAlone(Instruction producer) =>
            stack.DirectConsumersOf(producer) is { Count: 1 } uses && uses[0].Consumer == ret && !Prefix.IsBefore(producer);
    }

    private static ReturnedTask KindOf(Instruction producer, MethodDefinition method)
    {
        // A task with a result may be returned as one without; a ValueTask is not one of the other kind.
        if (producer.OpCode.Code is Code.Call or Code.Callvirt && producer.Operand is MethodReference called &&
            called.ReturnType is GenericInstanceType == method.ReturnType is GenericInstanceType)
        {
            if (called is GenericInstanceMethod && TaskType.IsStaticMember(called, "FromResult"))
            {
                return new ReturnedTask(ReturnedTaskKind.Result, producer);
            }

            if (TaskCallRecogniser.IsTaskMethod(called, called.Module) && called.Resolve() is { HasBody: true } callee && ExactCall.Reaches(producer, callee))
            {
                return new ReturnedTask(ReturnedTaskKind.Forwarded, producer, callee);
            }
        }

        return new ReturnedTask(ReturnedTaskKind.Other, producer);
    }

    private static bool CaresWhereItStands(Instruction instruction) => instruction.OpCode.Code switch
    {
        Code.Jmp or Code.Tail or Code.Calli or Code.Arglist => true,
        Code.Newobj => ((MethodReference)instruction.Operand).DeclaringType.FullName is "System.Diagnostics.StackTrace" or "System.Diagnostics.StackFrame",
        _ => instruction.Operand is MethodReference called && s_askingForTheirCaller.Contains(called.Name),
    };
}
