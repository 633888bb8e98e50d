using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Recognises async methods that the C# compiler laid out, by the kick-off method's call of <c>Start</c>, and that nobody changed so that
/// the builder's type could not be another.
/// </summary>
internal sealed class AsyncMethodRecogniser(BuilderUses uses)
{
    private const string CompilerServices = "System.Runtime.CompilerServices.";

    /// <summary>Set on methods that the runtime itself suspends (MethodImplOptions.Async).</summary>
    private const int RuntimeAsyncFlag = 0x2000;

    /// <returns>Null where the method is no async method, and starts no machine by hand.</returns>
    public Recognised<AsyncMethod>? Recognise(MethodDefinition method)
    {
        if (((int)method.ImplAttributes & RuntimeAsyncFlag) != 0)
        {
            return Reason.RuntimeAsync;
        }

        if (!method.HasBody)
        {
            return null;
        }

        if (HasAttribute(method, CompilerServices + "AsyncIteratorStateMachineAttribute"))
        {
            return Reason.AsyncIterator;
        }

        var isCompiled = HasAttribute(method, CompilerServices + "AsyncStateMachineAttribute");
        if (!isCompiled && !uses.Starts(method))
        {
            return null;
        }

        var start = Starts(method).FirstOrDefault();
        if (start == null || BuilderType.Of(start.DeclaringType) is not { } builder)
        {
            if (!isCompiled)
            {
                return null;
            }

            return HasAttribute(method, CompilerServices + "AsyncMethodBuilderAttribute") ? Reason.OwnBuilder
                : start?.DeclaringType.GetElementType() is { Namespace: RuntimeReference.Namespace, Scope.Name: RuntimeReference.Name } ? Reason.AlreadyPooled
                : Reason.CustomTaskType;
        }

        return isCompiled ? Recognise(method, start, builder) : Reason.BuilderUsedByHand;
    }

    private Recognised<AsyncMethod> Recognise(MethodDefinition kickOff, GenericInstanceMethod start, BuilderType builder)
    {
        if (start.GenericArguments[0].Resolve() is not { } stateMachine || stateMachine.Module != kickOff.Module ||
            !IsCompilerGenerated(stateMachine))
        {
            return Reason.UnknownShape;
        }

        var fields = stateMachine.Fields.Where(field => builder.Matches(field.FieldType)).ToArray();
        var moveNext = stateMachine.Methods.Where(method => method is { Name: "MoveNext", HasParameters: false, HasBody: true }).ToArray();
        var setStateMachine = stateMachine.Methods.Where(method => method is { Name: "SetStateMachine", Parameters.Count: 1, HasBody: true }).ToArray();
        if (fields.Length != 1 || moveNext.Length != 1 || setStateMachine.Length != 1)
        {
            return Reason.UnknownShape;
        }

        var method = new AsyncMethod(kickOff, stateMachine, fields[0], builder, moveNext[0], setStateMachine[0]);
        if (uses.StartersOf(stateMachine).Count != 1)
        {
            return Recognised<AsyncMethod>.Not(Reason.BuilderUsedByHand, "Its state machine is started in more than one place.");
        }

        if (uses.UsersOf(method.BuilderField).FirstOrDefault(user => !method.Bodies.Contains(user)) is { } stranger)
        {
            return Recognised<AsyncMethod>.Not(Reason.BuilderUsedByHand, $"By {stranger.FullName}.");
        }

        var ofMoveNext = StackAnalysis.Of(method.MoveNext);
        if (!HasOnlyCompiledUses(method, ofMoveNext))
        {
            return Reason.UnknownShape;
        }

        return IsLeftOnceCompleted(method, ofMoveNext.Flow) ? method : Recognised<AsyncMethod>.Not(Reason.UnknownShape, "It uses its state machine after it has completed.");
    }

    private static bool HasOnlyCompiledUses(AsyncMethod method, StackAnalysis ofMoveNext)
    {
        string[] inKickOff = method.KickOff.ReturnType.MetadataType == MetadataType.Void ? ["Create", "Start"] : ["Create", "Start", "get_Task"];
        var called = CalledOnBuilder(method.KickOff, method).ToArray();
        return called.OrderBy(name => name, StringComparer.Ordinal).SequenceEqual(inKickOff.OrderBy(name => name, StringComparer.Ordinal))
            && CalledOnBuilder(method.MoveNext, method).All(name => name is "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" or "SetResult" or "SetException")
            && CalledOnBuilder(method.SetStateMachine, method).All(name => name == "SetStateMachine")
            && method.Bodies.All(body => IsUsedInPlaceOnly(body, body == method.MoveNext ? ofMoveNext : StackAnalysis.Of(body), method));
    }

    /// <summary>
    /// Nothing follows the completion of the builder but the way out: by then the machine's memory may be another call's. The compiler emits
    /// no more; other weavers may.
    /// </summary>
    private static bool IsLeftOnceCompleted(AsyncMethod method, ControlFlow flow)
    {
        var machine = new Variable(IsParameter: true, Index: 0);
        var open = new Stack<int>(
            from position in Enumerable.Range(0, flow.Instructions.Count)
            where flow.Instructions[position].Operand is MethodReference { Name: "SetResult" or "SetException" } called && method.Builder.Matches(called.DeclaringType)
            from next in flow.SuccessorsOf(position)
            select next);
        var seen = new HashSet<int>();
        while (open.Count > 0)
        {
            var position = open.Pop();
            if (!seen.Add(position))
            {
                continue;
            }

            if (VariableAccess.Of(flow.Instructions[position], method.MoveNext)?.Variable == machine)
            {
                return false;
            }

            foreach (var next in flow.SuccessorsOf(position))
            {
                open.Push(next);
            }
        }

        return true;
    }

    private static IEnumerable<string> CalledOnBuilder(MethodDefinition body, AsyncMethod method) =>
        from instruction in body.Body.Instructions
        let called = instruction.Operand as MethodReference
        where called != null && method.Builder.Matches(called.DeclaringType)
        select called.Name;

    /// <summary>
    /// The builder's value and address go nowhere but into its own field and its own members: then no signature, no local and no other code
    /// depends on its type.
    /// </summary>
    private static bool IsUsedInPlaceOnly(MethodDefinition body, StackAnalysis stack, AsyncMethod method)
    {
        if (body.Body.Variables.Any(variable => Mentions(variable.VariableType)) || body.Parameters.Any(parameter => Mentions(parameter.ParameterType)))
        {
            return false;
        }

        return stack.IsSound && body.Body.Instructions.All(IsInPlace);

        bool IsInPlace(Instruction instruction)
        {
            if (instruction.Operand is not MemberReference member)
            {
                return true;
            }

            if (!stack.IsReachable(instruction))
            {
                return !Mentions(member);
            }

            switch (instruction.Operand)
            {
                case MethodReference called when method.Builder.Matches(called.DeclaringType):
                    return called.HasThis
                        ? instruction.OpCode.Code == Code.Call && stack.ProducersOf(instruction, 0).All(IsFieldAddress)
                        : instruction.OpCode.Code == Code.Call && stack.ConsumersOf(instruction).All(use => use.Argument == 1 && IsFieldAccess(use.Consumer, Code.Stfld));

                case FieldReference field when Mentions(field.FieldType):
                    return instruction.OpCode.Code switch
                    {
                        Code.Ldflda => stack.ConsumersOf(instruction).All(use => use.Argument == 0 && IsBuilderCall(use.Consumer)),
                        Code.Stfld => stack.ProducersOf(instruction, 1).All(IsBuilderCall),
                        _ => false,
                    };

                case TypeReference type:
                    return !Mentions(type);

                default:
                    return true;
            }
        }

        bool Mentions(MemberReference member) => member switch
        {
            TypeSpecification specification => Mentions(specification.ElementType) || specification is GenericInstanceType generic && generic.GenericArguments.Any(Mentions),
            TypeReference type => method.Builder.Matches(type),
            FieldReference field => Mentions(field.FieldType),
            MethodReference called => Mentions(called.DeclaringType),
            _ => false,
        };

        bool IsFieldAddress(Instruction producer) => IsFieldAccess(producer, Code.Ldflda);

        bool IsFieldAccess(Instruction instruction, Code code) =>
            instruction.OpCode.Code == code && instruction.Operand is FieldReference field && field.Resolve() == method.BuilderField;

        bool IsBuilderCall(Instruction instruction) => instruction.Operand is MethodReference called && method.Builder.Matches(called.DeclaringType);
    }

    private static IEnumerable<GenericInstanceMethod> Starts(MethodDefinition method) =>
        from instruction in method.Body.Instructions
        where instruction.OpCode.Code == Code.Call
        let called = instruction.Operand as GenericInstanceMethod
        where called is { Name: "Start", HasThis: true, GenericArguments.Count: 1, Parameters.Count: 1 }
        select called;

    // The compiler marks only the outermost of the types that it nests: the machine of a lambda lies in a class that has the attribute.
    private static bool IsCompilerGenerated(TypeDefinition type) =>
        HasAttribute(type, CompilerServices + "CompilerGeneratedAttribute") || (type.DeclaringType is { } outer && IsCompilerGenerated(outer));

    private static bool HasAttribute(ICustomAttributeProvider place, string fullName) =>
        place.HasCustomAttributes && place.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == fullName);
}
