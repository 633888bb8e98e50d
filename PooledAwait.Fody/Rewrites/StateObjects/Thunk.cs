using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// A thunk: the method that a delegate with a state object calls. The thunk passes its arguments on to the target, which is the method that the original
/// delegate called. At first, the thunk's types use the type parameters of the calling method and its class. <see cref="In"/> replaces these by the type
/// parameters of the class that gets the thunk.
/// </summary>
/// <param name="Delegate">The delegate's type.</param>
/// <param name="State">The index of the delegate's parameter that is the state.</param>
/// <param name="Arguments">The arguments that the thunk passes on, including the object on which it calls the target.</param>
/// <param name="Target">The method that the thunk calls.</param>
/// <param name="IsVirtual">Whether the thunk calls the target virtually.</param>
internal sealed record Thunk(DelegateShape Delegate, int State, IReadOnlyList<ThunkArgument> Arguments, MethodReference Target, bool IsVirtual)
{
    /// <summary>
    /// For each parameter of the delegate, the target's parameter that gets the same value; null if there is none. The attributes of the target's parameters
    /// tell trimming analysers what to keep.
    /// </summary>
    public IReadOnlyList<ParameterDefinition?> Annotated { get; init; } = [];

    /// <param name="call">The call.</param>
    /// <param name="made">One of the delegates that the call passes.</param>
    public static Thunk By(StateObjectCall call, MadeDelegate made)
    {
        var shape = call.Overload.StateDelegate(made.Passed, call.StateType);
        var state = call.Overload.StateParameter(made.Passed);

        // If the original delegate had a parameter for the state, that parameter was null, because the call passed no state. The target still gets null for
        // that parameter.
        var own = made.Passed.Shape.Parameters.Select((_, index) => index == state ? ThunkArgument.Null : new ThunkArgument(index));
        var closure = made.Cache == null ? call.Closure : null;
        ParameterDefinition?[] annotated = [.. shape.Parameters.Select((_, index) => index == state ? null : made.Method.Parameters[index + (closure == null ? 0 : 1)])];
        if (made.Cache is { } cache)
        {
            return new Thunk(shape, state, [.. Instance(cache), .. own], made.Target, IsVirtual: false) { Annotated = annotated };
        }

        var place = made.Target.DeclaringType;
        if (closure?.Lambdas.First(lambda => lambda.Method == made.Method) is { } lambda)
        {
            var states = closure.StatesOf(lambda).Select(variable => Variable(call, state, variable, place)).ToArray();
            return new Thunk(
                shape, state, [states.FirstOrDefault() ?? ThunkArgument.Null, .. own, .. states.Skip(1)], StaticLambda(lambda.Method, place), IsVirtual: false)
            {
                Annotated = annotated,
            };
        }

        var isBoxed = place.Resolve().IsValueType;
        var target = new ThunkArgument(state) { Cast = InheritedMethod.Receiver(place, made.Method, call.Caller.DeclaringType), IsBoxed = isBoxed };
        return new Thunk(shape, state, [target, .. own], made.Target, made.IsVirtual && !isBoxed) { Annotated = annotated };
    }

    /// <summary>Returns the same thunk with its type parameters substituted.</summary>
    public Thunk In(TypeSubstitution substitution) => this with
    {
        Delegate = Delegate.In(substitution),
        Arguments = [.. Arguments.Select(argument => argument.In(substitution))],
        Target = substitution.Of(Target),
    };

    /// <summary>
    /// Returns whether a type parameter of a method occurs in any of the thunk's types. To visit all type parameters, this method uses a substitution that
    /// replaces nothing.
    /// </summary>
    public bool MentionsMethodParameters()
    {
        var found = false;
        In(new TypeSubstitution(parameter =>
        {
            found |= parameter.Type == GenericParameterType.Method;
            return parameter;
        }));
        return found;
    }

    /// <summary>Makes the instance method that the delegate calls.</summary>
    public MethodDefinition Method(string name, ModuleDefinition module)
    {
        var method = new MethodDefinition(name, MethodAttributes.Assembly | MethodAttributes.HideBySig, Delegate.Result ?? module.TypeSystem.Void);
        for (var i = 0; i < Delegate.Parameters.Count; i++)
        {
            var parameter = new ParameterDefinition(i == State ? "state" : $"argument{i}", ParameterAttributes.None, Delegate.Parameters[i]);
            method.Parameters.Add(parameter);
            if (Annotated[i] is { } annotated)
            {
                AnalysedCode.CopyAccessedMembers(annotated, parameter);
            }
        }

        var code = method.Body.GetILProcessor();
        foreach (var argument in Arguments)
        {
            argument.Load(method, code);
        }

        code.Emit(IsVirtual ? OpCodes.Callvirt : OpCodes.Call, Target);
        code.Emit(OpCodes.Ret);
        return method;
    }

    private static IEnumerable<ThunkArgument> Instance(CachedDelegate cache) =>
        cache.Instance == null ? [] : [new ThunkArgument(Parameter: null) { Field = cache.Instance }];

    /// <summary>Returns the thunk's argument for a captured variable: the state itself, or an item of the state.</summary>
    private static ThunkArgument Variable(StateObjectCall call, int state, CapturedVariable variable, TypeReference place)
    {
        if (call.StateType is GenericInstanceType tuple && call.Closure!.States.Count > 1)
        {
            return new ThunkArgument(state) { Field = ValueTuples.Item(tuple, call.Closure.States.ToList().IndexOf(variable)) };
        }

        return call.Overload.Method.HasTypedState
            ? new ThunkArgument(state)
            : new ThunkArgument(state) { Cast = TypeSubstitution.InstanceOf(place, variable.Type) };
    }

    /// <summary>Returns the reference to the lambda, which is static after the change.</summary>
    private static MethodReference StaticLambda(MethodDefinition lambda, TypeReference place) => place is TypeDefinition ? lambda : TypeSubstitution.On(place, lambda);
}
