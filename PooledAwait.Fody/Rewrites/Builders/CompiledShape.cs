using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Checks those parts of an async method's code that the swap of the builder relies on. These parts must be as the C# compiler emits them. Other weavers, or
/// people who write IL, may have changed the code.
/// </summary>
/// <param name="method">The method.</param>
/// <param name="unknown">The reason to report if the code differs from the compiler's code.</param>
internal sealed class CompiledShape(AsyncMethod method, Reason unknown)
{
    private static readonly string[] s_inMoveNext = ["AwaitOnCompleted", "AwaitUnsafeOnCompleted", RuntimeReference.AwaitDirect, "SetResult", "SetException"];

    private readonly StackAnalysis _moveNext = StackAnalysis.Of(method.MoveNext);

    /// <summary>Returns what differs from the compiler's code; null if nothing does.</summary>
    public Refusal? WhyNot() => WhyCalledOtherwise() ?? method.Bodies.Select(WhyNotInPlace).FirstOrDefault(refusal => refusal != null) ?? WhyUsedOnceCompleted();

    /// <summary>
    /// Checks the calls of the builder's members. The kick-off method must call exactly the members that the compiler's code calls. The machine's methods must
    /// call only members that the compiler's code calls there.
    /// </summary>
    private Refusal? WhyCalledOtherwise()
    {
        // In a method that an earlier weave pooled, the base library's builder usually starts the machine. If so, the method does not call the pooled builder's
        // Start.
        var isStartedByOther = method.Builder.IsWoven && !CalledOnBuilder(method.KickOff).Contains("Start");
        var inKickOff = KickOff.CallsOfBuilder(method.KickOff).Where(name => !isStartedByOther || name != "Start").ToArray();
        return !CalledOnBuilder(method.KickOff).OrderBy(name => name, StringComparer.Ordinal).SequenceEqual(inKickOff) ? Otherwise(method.KickOff, inKickOff)
            : CalledOnBuilder(method.MoveNext).Except(s_inMoveNext).Any() ? Otherwise(method.MoveNext, s_inMoveNext)
            : CalledOnBuilder(method.SetStateMachine).Any(name => name != "SetStateMachine") ? Otherwise(method.SetStateMachine, ["SetStateMachine"])
            : null;

        Refusal Otherwise(MethodDefinition body, IReadOnlyList<string> emitted)
        {
            var called = CalledOnBuilder(body).ToArray();
            return Condition.BuilderCalls.For(unknown, body, called.Length == 0 ? "nothing" : string.Join(", ", called), string.Join(", ", emitted))
                .At(body, body.Body.Instructions.FirstOrDefault(instruction => IsBuilderCall(instruction) && !emitted.Contains(((MethodReference)instruction.Operand).Name)));
        }
    }

    /// <summary>
    /// Checks that the code does not use the machine after the builder has completed the call. By that time, the machine's memory may belong to another call.
    /// After the completion, the compiler's code only leaves the method. But other weavers may have added code there.
    /// </summary>
    private Refusal? WhyUsedOnceCompleted()
    {
        var flow = _moveNext.Flow;
        var paths = new Paths(flow);
        var uses = flow.Instructions.Where(instruction => VariableAccess.Of(instruction, method.MoveNext)?.Variable == Variable.This).ToArray();
        return flow.Instructions
            .Where(instruction => IsBuilderCall(instruction) && ((MethodReference)instruction.Operand).Name is "SetResult" or "SetException")
            .FirstOrDefault(completion => paths.Exist(completion, uses, barriers: [], withoutExceptions: true)) is { } completed
                ? Condition.UsedWhenCompleted.For(unknown).At(method.MoveNext, uses.First(use => paths.Exist(completed, [use], barriers: [], withoutExceptions: true)))
                : null;
    }

    /// <summary>
    /// Returns whether the code can reach an await. The compiler omits an unreachable await, but keeps the code that would resume after it. This method does
    /// not follow the branches to resuming code, because the machine takes such a branch only after an await has suspended it.
    /// </summary>
    public bool Suspends()
    {
        var flow = _moveNext.Flow;
        var running = new RunningPaths(_moveNext, new LocalFlow(flow));
        return Reachable.From([0], position => running.SuccessorsOf(position).Concat(flow.HandlersOf(position))).Any(position =>
            IsBuilderCall(flow.Instructions[position]) && ((MethodReference)flow.Instructions[position].Operand).Name is "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" or RuntimeReference.AwaitDirect);
    }

    /// <summary>
    /// Returns whether the code passes a result to the builder. Code passes no result if it only throws, or if the method's task has no result.
    /// </summary>
    public bool HasResult() =>
        method.MoveNext.Body.Instructions.Any(instruction =>
            IsBuilderCall(instruction) && ((MethodReference)instruction.Operand) is { Name: "SetResult", HasParameters: true });

    private IEnumerable<string> CalledOnBuilder(MethodDefinition body) =>
        body.Body.Instructions.Where(IsBuilderCall).Select(instruction => ((MethodReference)instruction.Operand).Name);

    /// <summary>
    /// Checks that the code stores the builder only into its field, and uses the field's address only to call the builder's members. Also checks that no
    /// parameter, local variable or type operand mentions the builder's type. If nothing is wrong, only the field and these calls depend on that type.
    /// </summary>
    private Refusal? WhyNotInPlace(MethodDefinition body)
    {
        var stack = body == method.MoveNext ? _moveNext : StackAnalysis.Of(body);
        return stack.Fault is { } fault ? Refusal.OfInvalid(body, fault, unknown)
            : body.Body.Variables.Any(variable => Mentions(variable.VariableType)) || body.Parameters.Any(parameter => Mentions(parameter.ParameterType))
                ? Condition.BuilderInVariable.For(unknown, body)
            : body.Body.Instructions.FirstOrDefault(instruction => instruction.Operand is MemberReference member && !IsInPlace(instruction, member, stack)) is { } other
                ? Condition.BuilderHandedOn.For(unknown, body, Refusal.InstructionOf(other)).At(body, other)
            : null;
    }

    private bool IsInPlace(Instruction instruction, MemberReference member, StackAnalysis stack)
    {
        if (!stack.IsReachable(instruction))
        {
            return !Mentions(member);
        }

        switch (member)
        {
            case MethodReference called when method.Builder.Matches(called.DeclaringType):
                return instruction.OpCode.Code == Code.Call && (called.HasThis
                    ? stack.ProducersOf(instruction, 0).All(producer => IsBuilderField(producer, Code.Ldflda))
                    : stack.ConsumersOf(instruction).All(use => use.Argument == 1 && IsBuilderField(use.Consumer, Code.Stfld)));

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

    private bool Mentions(MemberReference member) => member switch
    {
        GenericInstanceType generic => Mentions(generic.ElementType) || generic.GenericArguments.Any(Mentions),
        TypeSpecification specification => Mentions(specification.ElementType),
        TypeReference type => method.Builder.Matches(type),
        FieldReference field => Mentions(field.FieldType),
        MethodReference called => Mentions(called.DeclaringType),
        _ => false,
    };

    private bool IsBuilderCall(Instruction instruction) =>
        instruction.Operand is MethodReference called && method.Builder.Matches(called.DeclaringType);

    private bool IsBuilderField(Instruction instruction, Code access) =>
        instruction.OpCode.Code == access && instruction.Operand is FieldReference field && field.Resolve() == method.BuilderField;
}
