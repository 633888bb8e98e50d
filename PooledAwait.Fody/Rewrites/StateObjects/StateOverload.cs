namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// The overload that one call uses. Finds the overload's counterpart: the overload with a state. The delegate types in <see cref="Delegates"/> have the call's
/// type arguments in place of type parameters.
/// </summary>
internal sealed class StateOverload
{
    private readonly MethodReference _called;
    private readonly MethodReference _open;
    private readonly int _last;

    private StateOverload(StateMethod method, MethodReference called)
    {
        Method = method;
        _called = called;
        _open = called.GetElementMethod();
        Delegates = [.. _open.Parameters
            .Select((parameter, index) => (Shape: DelegateShape.Of(parameter.ParameterType), Index: index))
            .Where(found => found.Shape != null && method.Own?.Takes(found.Index) != false)
            .Select(found => new PassedDelegate(found.Index + FirstParameter, found.Shape!.In(Closed())))];
        Library = new LibraryTypes((method.Own == null ? called.DeclaringType : Delegates[0].Shape.Type).GetElementType());
        _last = Delegates[Delegates.Count - 1].Argument - FirstParameter;
    }

    public StateMethod Method { get; }

    /// <summary>Makes the calling module's references to types of the base library.</summary>
    public LibraryTypes Library { get; }

    /// <summary>The delegates that a call passes.</summary>
    public IReadOnlyList<PassedDelegate> Delegates { get; }

    /// <summary>The index of the argument after the delegates, if this argument is the state and its type is object; otherwise null.</summary>
    public int? State => TypeBehind is { MetadataType: MetadataType.Object } ? _last + 1 + FirstParameter : null;

    /// <summary>Whether the argument after the delegates is a state whose type is a type argument of the call.</summary>
    public bool PassesTypedState => Method.HasTypedState && TypeBehind is GenericParameter { Type: GenericParameterType.Method };

    // For the module's own methods, the weaver does not know which parameter is a state.
    private TypeReference? TypeBehind => Method.Own != null ? null : _open.Parameters.ElementAtOrDefault(_last + 1)?.ParameterType;

    /// <summary>Whether the delegate has a parameter for a state even before the change. If the call passes no state, this parameter gets null.</summary>
    private bool TakesState => State != null || Method.PassesNull;

    private int FirstParameter => _open.HasThis ? 1 : 0;

    /// <param name="method">The entry for the called method.</param>
    /// <param name="called">A method with a delegate among its parameters.</param>
    public static StateOverload Of(StateMethod method, MethodReference called) => new(method, called);

    /// <summary>Whether the called method waits for the task that the delegate returns, and returns that task's result.</summary>
    public bool Unwraps =>
        Method.Unwraps && _open.Parameters[_last].ParameterType is GenericInstanceType type &&
        type.GenericArguments.Last().GetElementType().Namespace == "System.Threading.Tasks";

    /// <summary>Finds the overload with a state of a given type.</summary>
    /// <param name="state">The state's type. It may differ from <c>object</c> only if the overload has a type parameter for the state.</param>
    /// <returns>Null if the target framework has no such overload.</returns>
    public CalledCounterpart? CounterpartFor(TypeReference state)
    {
        var tail = Method.Counterpart.Tail.Skip(_open.Parameters.Count - (State == null ? _last + 1 : _last + 2)).ToArray();
        var tailTypes = tail.Select(argument => Library.Find(argument.Type)).ToArray();
        var tailLoads = tail.Select(argument => argument.Load(Library)).ToArray();
        var receiver = Method.Counterpart.Receiver?.Load(Library);
        if (tailTypes.Contains(null) || tailLoads.Contains(null) || receiver == null != (Method.Counterpart.Receiver == null))
        {
            return null;
        }

        var declaring = receiver == null ? _called.DeclaringType : ((MethodReference)receiver.Operand).ReturnType;
        var counterpart = new MethodReference(Method.Counterpart.Name ?? _open.Name, _open.Module.TypeSystem.Void, declaring) { HasThis = _open.HasThis || receiver != null };
        foreach (var _ in _open.GenericParameters)
        {
            counterpart.GenericParameters.Add(new GenericParameter(counterpart));
        }

        TypeReference stateParameter = _open.Module.TypeSystem.Object;
        if (Method.HasTypedState)
        {
            var typed = new GenericParameter(counterpart);
            counterpart.GenericParameters.Add(typed);
            stateParameter = typed;
        }

        var own = new TypeSubstitution(parameter => parameter.Type == GenericParameterType.Method ? counterpart.GenericParameters[parameter.Position] : parameter);
        foreach (var parameter in _open.Parameters.Take(_last + 1))
        {
            var type = own.Of(parameter.ParameterType);
            if (Delegates.Any(passed => passed.Argument == parameter.Index + FirstParameter) && DelegateShape.Of(parameter.ParameterType) is { } shape)
            {
                if (WithState(shape.In(own), stateParameter) is not { } withState)
                {
                    return null;
                }

                type = withState.Type;
            }

            counterpart.Parameters.Add(new ParameterDefinition(type));
        }

        counterpart.Parameters.Add(new ParameterDefinition(stateParameter));
        foreach (var type in _open.Parameters.Skip(State == null ? _last + 1 : _last + 2).Select(parameter => own.Of(parameter.ParameterType)).Concat(tailTypes))
        {
            counterpart.Parameters.Add(new ParameterDefinition(type));
        }

        counterpart.ReturnType = own.Of(_open.ReturnType);
        return Method.Own != null || Exists(counterpart) ? new CalledCounterpart(Instance(counterpart, state), receiver, tailLoads!) : null;
    }

    /// <summary>Returns the delegate type that the counterpart takes in place of one of the call's delegates.</summary>
    /// <param name="passed">One of <see cref="Delegates"/>.</param>
    /// <param name="state">The state's type.</param>
    public DelegateShape StateDelegate(PassedDelegate passed, TypeReference state) => WithState(passed.Shape, state)!;

    /// <summary>Returns the position of the state among the parameters of the counterpart's delegate.</summary>
    public int StateParameter(PassedDelegate passed) => !TakesState
        ? passed.Shape.Parameters.Count
        : passed.Shape.Parameters.TakeWhile(parameter => parameter.MetadataType != MetadataType.Object).Count();

    // Usually the state comes after all other parameters, as in the base library's methods. If the delegate has a parameter for a state even before the change,
    // the state takes the place of this parameter. Before the change, this parameter was null.
    private DelegateShape? WithState(DelegateShape shape, TypeReference state)
    {
        if (!TakesState)
        {
            return shape.Taking([.. shape.Parameters, state]);
        }

        return state.MetadataType == MetadataType.Object && !Method.HasTypedState
            ? shape
            : shape.Taking([.. shape.Parameters.Select(parameter => parameter.MetadataType == MetadataType.Object ? state : parameter)]);
    }

    private MethodReference Instance(MethodReference counterpart, TypeReference state) => counterpart.Over(
        [.. _called is GenericInstanceMethod { GenericArguments: var arguments } ? arguments : [], .. Method.HasTypedState ? [state] : Array.Empty<TypeReference>()]);

    private TypeSubstitution Closed()
    {
        var ofType = _called.DeclaringType as GenericInstanceType;
        var ofMethod = _called as GenericInstanceMethod;
        return new TypeSubstitution(parameter =>
            (parameter.Type == GenericParameterType.Type ? ofType?.GenericArguments : ofMethod?.GenericArguments)?[parameter.Position] ?? parameter);
    }

    /// <summary>Returns whether the framework has a method with the counterpart's name and parameter types.</summary>
    private static bool Exists(MethodReference counterpart) =>
        counterpart.DeclaringType.Resolve() is { } type && type.Methods.Any(method =>
            method.Name == counterpart.Name &&
            method.IsStatic != counterpart.HasThis &&
            method.GenericParameters.Count == counterpart.GenericParameters.Count &&
            method.Parameters.Count == counterpart.Parameters.Count &&
            method.Parameters.Zip(counterpart.Parameters, (has, names) => IsSame(has.ParameterType, names.ParameterType)).All(same => same));

    private static bool IsSame(TypeReference has, TypeReference names) => (has, names) switch
    {
        (GenericParameter one, GenericParameter other) => one.Type == other.Type && one.Position == other.Position,
        (GenericInstanceType one, GenericInstanceType other) =>
            IsSame(one.ElementType, other.ElementType) &&
            one.GenericArguments.Count == other.GenericArguments.Count &&
            one.GenericArguments.Zip(other.GenericArguments, IsSame).All(same => same),
        _ => has.FullName == names.FullName && has.Resolve() is { } definition && definition == names.Resolve(),
    };
}

/// <summary>A delegate among the arguments of a call.</summary>
/// <param name="Argument">The argument's index. Indexes start with 0, and the object on which the method is called counts too.</param>
/// <param name="Shape">The delegate's type, as the calling method refers to it.</param>
internal sealed record PassedDelegate(int Argument, DelegateShape Shape);

/// <summary>The overload with a state, as the calling method refers to it.</summary>
/// <param name="Method">The overload.</param>
/// <param name="Receiver">
/// The instruction that loads the object on which the overload is called. The changed call runs this instruction before it loads the first argument. Null if
/// the original call already passes the object, or if both overloads are static.
/// </param>
/// <param name="Tail">The instructions that load the arguments after the state, except arguments that the original call already passes.</param>
internal sealed record CalledCounterpart(MethodReference Method, Instruction? Receiver, IReadOnlyList<Instruction> Tail);
