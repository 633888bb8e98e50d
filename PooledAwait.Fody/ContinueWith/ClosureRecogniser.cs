using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>
/// Recognises closure objects that are not needed: the lambda reads one captured reference, or none, besides the antecedent, which it gets
/// as its argument; nothing writes what it reads once its delegate is there; and nothing else sees the object.
/// </summary>
internal sealed class ClosureRecogniser(MemberUses uses, MethodOwners owners)
{
    private static readonly Variable s_antecedent = new(IsParameter: true, 1);

    private readonly ClosureClasses _classes = new(uses);

    /// <returns>Null where the object is needed, or not proved not to be.</returns>
    public RemovableClosure? Recognise(StackAnalysis stack, LocalFlow locals, Instruction call, Instruction newDelegate, MethodDefinition lambda)
    {
        if (_classes.Of(lambda.DeclaringType) is not { } own || lambda.HasGenericParameters || lambda.IsVirtual || !lambda.HasBody)
        {
            return null;
        }

        var linked = Linked(own);
        if (!linked.All(closure => IsOnlyFor(closure, lambda, stack.Flow.Method)) || Reads(lambda, linked) is not { } reads)
        {
            return null;
        }

        if (ClosureFlow.Of(stack, locals, _classes, linked, newDelegate) is not { } flow)
        {
            return null;
        }

        var antecedents = new CapturedAntecedent(stack, locals, flow, call);
        var keepsAntecedent = KeepsAntecedent(lambda);
        var needed = reads.Where(read => !(keepsAntecedent && IsOfParametersType(read, lambda) && antecedents.Is(read.Variable))).ToArray();
        var states = needed.Select(read => read.Variable).Distinct().ToArray();
        if (states.Length > 1 || (states.Length == 1 && !IsReference(states[0].FieldType)) || IsAnalysed(own, states, lambda, stack.Flow.Method))
        {
            return null;
        }

        return new RemovableClosure(
            lambda,
            states.FirstOrDefault(),
            needed.Select(TypeOf).FirstOrDefault(),
            [.. flow.Traffic],
            [.. flow.Accesses.Keys],
            reads,
            [.. flow.Variables]);
    }

    /// <summary>
    /// Whether the analysers of trimming see through the closure what they would not see without it: a value, or the type parameters that the
    /// closure's class stands for as long as the creator makes one.
    /// </summary>
    private bool IsAnalysed(TypeDefinition closure, IEnumerable<FieldDefinition> states, MethodDefinition lambda, MethodDefinition creator) =>
        states.Any(state => AnalysedCode.FollowsValue(state, lambda)) ||
        (closure.HasGenericParameters && owners.HoldersOf(creator).Any(AnalysedCode.FollowsTypeParameters));

    /// <summary>The class itself, and the closures around it that its objects lead to.</summary>
    private List<TypeDefinition> Linked(TypeDefinition own)
    {
        var linked = new List<TypeDefinition> { own };
        for (var i = 0; i < linked.Count; i++)
        {
            var around = linked[i].Fields.Select(field => _classes.Of(field.FieldType)).OfType<TypeDefinition>();
            linked.AddRange(around.Where(closure => !linked.Contains(closure)));
        }

        return linked;
    }

    private bool IsOnlyFor(TypeDefinition closure, MethodDefinition lambda, MethodDefinition creator) =>
        closure.Methods.All(method => method.IsConstructor || method == lambda) &&
        _classes.UsersOf(closure).All(user => user == lambda || user == creator) &&
        lambda != creator;

    /// <summary>The lambda's reads of captured variables; null where it does anything else with its closure.</summary>
    private List<ClosureRead>? Reads(MethodDefinition lambda, IReadOnlyCollection<TypeDefinition> linked)
    {
        var stack = StackAnalysis.Of(lambda);
        if (!stack.IsSound)
        {
            return null;
        }

        var reads = new List<ClosureRead>();
        foreach (var access in new LocalFlow(stack.Flow).AccessesOf(Variable.This))
        {
            if (access.Kind != VariableAccessKind.Load || Read(access.At, stack) is not { } read)
            {
                return null;
            }

            reads.Add(read);
        }

        var known = new HashSet<Instruction>(reads.SelectMany(read => read.LoadFields));
        return stack.Flow.Instructions.Any(instruction =>
            !known.Contains(instruction) && _classes.TouchedBy(instruction.Operand) is { } touched && linked.Contains(touched))
            ? null
            : reads;
    }

    private ClosureRead? Read(Instruction loadThis, StackAnalysis stack)
    {
        var loadFields = new List<Instruction>();
        for (var producer = loadThis; ; producer = loadFields[loadFields.Count - 1])
        {
            if (stack.OnlyUseOf(producer)?.Consumer is not { OpCode.Code: Code.Ldfld, Operand: FieldReference operand } load ||
                Prefix.IsBefore(load) ||
                operand.Resolve() is not { } field)
            {
                return null;
            }

            loadFields.Add(load);
            if (_classes.Of(field.FieldType) == null)
            {
                return new ClosureRead(loadThis, loadFields, field);
            }
        }
    }

    /// <summary>Whether the lambda's parameter is its antecedent throughout.</summary>
    private static bool KeepsAntecedent(MethodDefinition lambda) =>
        new LocalFlow(ControlFlow.Of(lambda)).AccessesOf(s_antecedent).All(access => access.Kind == VariableAccessKind.Load);

    private static bool IsOfParametersType(ClosureRead read, MethodDefinition lambda) =>
        TypeOf(read).FullName == lambda.Parameters[0].ParameterType.FullName;

    /// <summary>The variable's type as the lambda names it.</summary>
    private static TypeReference TypeOf(ClosureRead read)
    {
        var field = (FieldReference)read.LoadFields[read.LoadFields.Count - 1].Operand;
        return TypeSubstitution.InstanceOf(field.DeclaringType, field.FieldType);
    }

    private static bool IsReference(TypeReference type) => type switch
    {
        GenericParameter parameter => parameter.HasReferenceTypeConstraint,
        ArrayType => true,
        PointerType or ByReferenceType or FunctionPointerType or IModifierType => false,
        _ => !type.IsValueType && !type.IsPrimitive,
    };
}
