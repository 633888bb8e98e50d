using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Following;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Whether the code of an async method is what the C# compiler emits, as far as the swap of its builder depends on it: other weavers, and
/// people who write IL, may have changed it.
/// </summary>
internal sealed class CompiledShape(AsyncMethod method)
{
    private readonly StackAnalysis _moveNext = StackAnalysis.Of(method.MoveNext);

    /// <summary>
    /// The builder's value and address go nowhere but into its own field and its own members, and its members are called where the compiler
    /// calls them: then no signature, no local and no other code depends on its type.
    /// </summary>
    public bool UsesItsBuilderInPlace()
    {
        string[] inKickOff = method.KickOff.ReturnType.MetadataType == MetadataType.Void ? ["Create", "Start"] : ["Create", "Start", "get_Task"];
        return CalledOnBuilder(method.KickOff).OrderBy(name => name, StringComparer.Ordinal).SequenceEqual(inKickOff)
            && CalledOnBuilder(method.MoveNext).All(name => name is "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" or "SetResult" or "SetException")
            && CalledOnBuilder(method.SetStateMachine).All(name => name == "SetStateMachine")
            && method.Bodies.All(body => IsInPlace(body, body == method.MoveNext ? _moveNext : StackAnalysis.Of(body)));
    }

    /// <summary>
    /// Whether anything but the way out follows the completion of the builder: by then the machine's memory may be another call's. The compiler
    /// emits nothing more; other weavers may.
    /// </summary>
    public bool UsesItsMachineOnceCompleted()
    {
        var flow = _moveNext.Flow;
        var paths = new Paths(flow);
        var uses = flow.Instructions.Where(instruction => VariableAccess.Of(instruction, method.MoveNext)?.Variable == Variable.This).ToArray();
        return flow.Instructions
            .Where(instruction => IsBuilderCall(instruction) && ((MethodReference)instruction.Operand).Name is "SetResult" or "SetException")
            .Any(completion => paths.Exist(completion, uses, barriers: [], withoutExceptions: true));
    }

    /// <summary>
    /// Whether the code comes to an await. An await that can never be reached is left out by the compiler, but not the code by which the machine would go on behind it:
    /// a branch leads there, for a state that is never set.
    /// </summary>
    public bool Suspends()
    {
        var flow = _moveNext.Flow;
        var running = new RunningPaths(_moveNext, new LocalFlow(flow));
        var seen = new HashSet<int> { 0 };
        var pending = new Stack<int>(seen);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            if (IsBuilderCall(flow.Instructions[position]) &&
                ((MethodReference)flow.Instructions[position].Operand).Name is "AwaitOnCompleted" or "AwaitUnsafeOnCompleted")
            {
                return true;
            }

            foreach (var next in running.SuccessorsOf(position).Concat(flow.HandlersOf(position)).Where(seen.Add))
            {
                pending.Push(next);
            }
        }

        return false;
    }

    /// <summary>Whether the method tells a result: one that only throws tells none, nor does one without.</summary>
    public bool HasResult() =>
        method.MoveNext.Body.Instructions.Any(instruction =>
            IsBuilderCall(instruction) && ((MethodReference)instruction.Operand) is { Name: "SetResult", HasParameters: true });

    private IEnumerable<string> CalledOnBuilder(MethodDefinition body) =>
        body.Body.Instructions.Where(IsBuilderCall).Select(instruction => ((MethodReference)instruction.Operand).Name);

    private bool IsInPlace(MethodDefinition body, StackAnalysis stack) =>
        stack.IsSound &&
        !body.Body.Variables.Any(variable => Mentions(variable.VariableType)) &&
        !body.Parameters.Any(parameter => Mentions(parameter.ParameterType)) &&
        body.Body.Instructions.All(instruction => instruction.Operand is not MemberReference member || IsInPlace(instruction, member, stack));

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
