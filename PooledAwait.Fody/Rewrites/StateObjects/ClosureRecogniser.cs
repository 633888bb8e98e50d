using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Recognises closure objects that are not needed. There are four conditions. The lambdas only read captured variables. A state can carry these variables. (If
/// a lambda also gets a variable's value as its parameter, the variable need not be in the state.) No code writes to the variables after a delegate exists. No
/// code except the creating method and the lambdas uses the object.
/// </summary>
internal sealed class ClosureRecogniser(MemberUses uses, MethodOwners owners)
{
    private static readonly Variable s_handed = new(IsParameter: true, 1);

    private readonly ClosureClasses _classes = new(uses);
    private readonly Dictionary<TypeDefinition, IReadOnlyList<TypeDefinition>> _linked = [];

    /// <param name="stack">The analysis of the calling method.</param>
    /// <param name="locals">The local variables of the calling method.</param>
    /// <param name="call">The call that takes the delegates.</param>
    /// <param name="handedArgument">The index of the call's argument that a lambda gets as its first parameter; null if there is no such argument.</param>
    /// <param name="capacity">Decides which variables the state can carry.</param>
    /// <param name="made">The delegates, each with its lambda.</param>
    /// <returns>Null if the closure object is or may be needed.</returns>
    public RemovableClosure? Recognise(
        StackAnalysis stack,
        LocalFlow locals,
        Instruction call,
        int? handedArgument,
        StateCapacity capacity,
        IReadOnlyList<(Instruction NewDelegate, MethodDefinition Lambda)> made)
    {
        var lambdas = made.Select(entry => entry.Lambda).Distinct().ToArray();
        if (_classes.Of(lambdas[0].DeclaringType) is not { } own ||
            lambdas.Length != made.Count ||
            lambdas.Any(lambda => lambda.DeclaringType != own || lambda.HasGenericParameters || lambda.IsVirtual || lambda.IsSynchronized || !lambda.HasBody))
        {
            return null;
        }

        var linked = Linked(own);
        if (!linked.All(closure => IsOnlyFor(closure, lambdas, stack.Flow.Method)) ||
            ClosureFlow.Of(stack, locals, _classes, linked, [.. made.Select(entry => entry.NewDelegate)]) is not { } flow)
        {
            return null;
        }

        var handed = handedArgument is { } argument ? new CapturedArgument(stack, locals, flow, call, argument) : null;
        var found = new List<ClosureLambda>();
        foreach (var lambda in lambdas)
        {
            if (Reads(lambda, linked) is not { } reads)
            {
                return null;
            }

            var keepsHanded = handed != null && KeepsHanded(lambda);
            found.Add(new ClosureLambda(
                lambda, reads, [.. reads.Where(read => !(keepsHanded && IsOfParametersType(read, lambda) && handed!.Is(read.Variable)))]));
        }

        CapturedVariable[] states = [.. found
            .SelectMany(lambda => lambda.Needed)
            .GroupBy(read => read.Variable)
            .Select(reads => new CapturedVariable(reads.Key, TypeOf(reads.First())))];
        return capacity.Holds(states) &&
            states.All(state => flow.StoresOf(state.Variable).Any()) &&
            !flow.Accesses.Keys.Any(access => StoresUnconstructed(access, stack)) &&
            !found.Any(lambda => IsAnalysed(own, lambda, stack.Flow.Method))
            ? new RemovableClosure(found, states, [.. flow.Moves], [.. flow.Accesses.Keys], [.. flow.Variables])
            : null;
    }

    /// <summary>
    /// Returns whether an access in a constructor possibly stores <c>this</c> into a captured variable before the base class's constructor has run. At that
    /// time, code is allowed to store <c>this</c> into a closure's field, but not into a local variable. So this field cannot become a local variable.
    /// </summary>
    private static bool StoresUnconstructed(Instruction access, StackAnalysis stack) =>
        access.OpCode.Code == Code.Stfld &&
        stack.ProducersOf(access, 1).Any(producer => VariableAccess.Of(producer, stack.Flow.Method)?.Variable == Variable.This) &&
        UnderConstruction.MayBe(stack, access);

    /// <summary>
    /// Returns whether trimming analysers may follow a captured variable's value, or a type parameter, into the closure. Without the closure, the analysers
    /// could not follow them. A type parameter gets into the closure because the creating method makes an object of the closure's generic class.
    /// </summary>
    private bool IsAnalysed(TypeDefinition closure, ClosureLambda lambda, MethodDefinition creator) =>
        lambda.Reads.Any(read => AnalysedCode.FollowsValue(read.Variable, lambda.Method)) ||
        (closure.HasGenericParameters && owners.OwnersOf(creator).Any(AnalysedCode.FollowsTypeParameters));

    /// <summary>Returns the given class, and the classes of the enclosing closures to which its objects refer.</summary>
    private IReadOnlyList<TypeDefinition> Linked(TypeDefinition own)
    {
        if (_linked.TryGetValue(own, out var known))
        {
            return known;
        }

        var linked = new List<TypeDefinition> { own };
        for (var i = 0; i < linked.Count; i++)
        {
            var around = linked[i].Fields.Select(field => _classes.Of(field.FieldType)).OfType<TypeDefinition>();
            linked.AddRange(around.Where(closure => !linked.Contains(closure)));
        }

        return _linked[own] = linked;
    }

    private bool IsOnlyFor(TypeDefinition closure, MethodDefinition[] lambdas, MethodDefinition creator) =>
        closure.Methods.All(method => method.IsConstructor || lambdas.Contains(method)) &&
        _classes.UsersOf(closure).All(user => user == creator || lambdas.Contains(user)) &&
        !lambdas.Contains(creator);

    /// <summary>Returns the lambda's reads of captured variables; null if the lambda uses its closure in any other way.</summary>
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
            if (stack.OnlyUseOf(producer)?.Consumer is not { OpCode.Code: Code.Ldfld or Code.Ldflda, Operand: FieldReference operand } load ||
                Prefix.IsBefore(load) ||
                operand.Resolve() is not { } field ||
                (load.OpCode.Code == Code.Ldflda && !IsOnlyRead(load, field, stack)))
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

    /// <summary>
    /// Returns whether an instruction loads an address only to call a method that cannot change the value, such as <c>int.ToString</c>. The value's type must
    /// be a read-only struct. Only constructors and init accessors of such a struct can change the value, so the called method must not be one of these.
    /// </summary>
    private static bool IsOnlyRead(Instruction loadAddress, FieldDefinition field, StackAnalysis stack) =>
        stack.OnlyUseOf(loadAddress) is { Argument: 0, Consumer: { OpCode.Code: Code.Call or Code.Callvirt, Operand: MethodReference { HasThis: true, Name: not ".ctor", ReturnType: not RequiredModifierType } } } &&
        field.FieldType is not GenericParameter &&
        field.FieldType.Resolve() is { IsValueType: true } type &&
        type.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == "System.Runtime.CompilerServices.IsReadOnlyAttribute");

    /// <summary>Returns whether the lambda never changes its first parameter, so that the parameter always has the value that was passed.</summary>
    private static bool KeepsHanded(MethodDefinition lambda) =>
        new LocalFlow(ControlFlow.Of(lambda)).AccessesOf(s_handed).All(access => access.Kind == VariableAccessKind.Load);

    private static bool IsOfParametersType(ClosureRead read, MethodDefinition lambda) =>
        TypeOf(read).FullName == lambda.Parameters[0].ParameterType.FullName;

    /// <summary>Returns the variable's type, with the type arguments that the lambda's code names.</summary>
    private static TypeReference TypeOf(ClosureRead read)
    {
        var field = (FieldReference)read.LoadFields[read.LoadFields.Count - 1].Operand;
        return TypeSubstitution.InstanceOf(field.DeclaringType, field.FieldType);
    }
}
