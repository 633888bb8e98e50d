using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Trimming;

namespace PooledAwait.Fody.StateObjects;

/// <summary>The method that a delegate with a state object is made over: it hands on what it is given, to the method that was called before. With the types as one method or class names them.</summary>
/// <param name="Delegate">The delegate, with what it takes and returns.</param>
/// <param name="State">Which of its parameters is the state.</param>
/// <param name="Arguments">What it passes on, the object that the target is called on included.</param>
/// <param name="Target">The method that is called.</param>
/// <param name="IsVirtual">It is called as a virtual one.</param>
internal sealed record Thunk(DelegateShape Delegate, int State, IReadOnlyList<ThunkArgument> Arguments, MethodReference Target, bool IsVirtual)
{
    /// <summary>For each of the delegate's parameters the target's that it is passed on as, from which the analysers know what must be kept; null where there is none.</summary>
    public IReadOnlyList<ParameterDefinition?> Annotated { get; init; } = [];

    /// <param name="call">A call.</param>
    /// <param name="made">One of the delegates that it passes.</param>
    public static Thunk By(StateObjectCall call, MadeDelegate made)
    {
        var shape = call.Overload.StateDelegate(made.Passed, call.StateType);
        var state = call.Overload.StateParameter(made.Passed);

        // What was null, since no state was passed, still is.
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

    /// <summary>The same with other types for the type parameters.</summary>
    public Thunk In(TypeSubstitution substitution) => this with
    {
        Delegate = Delegate.In(substitution),
        Arguments = [.. Arguments.Select(argument => argument.In(substitution))],
        Target = substitution.Of(Target),
    };

    /// <summary>Whether a type parameter of a method occurs in any of the types: a substitution that replaces nothing meets all there are.</summary>
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

    /// <summary>The instance method that the delegate is made over.</summary>
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

    /// <summary>A captured variable, which the state is or has.</summary>
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

    /// <summary>The lambda as it is once it takes its state in the place of <c>this</c>.</summary>
    private static MethodReference StaticLambda(MethodDefinition lambda, TypeReference place) => place is TypeDefinition ? lambda : TypeSubstitution.On(place, lambda);
}
