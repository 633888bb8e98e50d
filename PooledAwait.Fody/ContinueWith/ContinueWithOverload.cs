using Mono.Cecil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>
/// One of the twenty overloads of <c>ContinueWith</c> without state, as one call names it, with what a call of its twin needs. All types
/// read as in the calling method.
/// </summary>
/// <param name="Antecedent"><c>Task</c> or <c>Task&lt;T&gt;</c>: what the delegate takes.</param>
/// <param name="Result">What the delegate returns; null where it is an <c>Action</c>.</param>
/// <param name="StateDelegate">The delegate that the twin takes.</param>
/// <param name="Twin">The overload with a state object behind the delegate.</param>
internal sealed record ContinueWithOverload(TypeReference Antecedent, TypeReference? Result, TypeReference StateDelegate, MethodReference Twin)
{
    private const string Tasks = "System.Threading.Tasks.";
    private const string Token = "System.Threading.CancellationToken";

    private static readonly string[][] s_tails =
    [
        [],
        [Token],
        [Tasks + "TaskContinuationOptions"],
        [Tasks + "TaskScheduler"],
        [Token, Tasks + "TaskContinuationOptions", Tasks + "TaskScheduler"],
    ];

    /// <summary>Whether a method is the base library's <c>ContinueWith</c>, with state or without.</summary>
    public static bool IsContinueWith(MethodReference method) =>
        method is { Name: "ContinueWith", HasThis: true } &&
        method.DeclaringType.GetElementType() is { FullName: Tasks + "Task" or Tasks + "Task`1" } type &&
        BaseLibrary.Has(type);

    public static bool PassesState(MethodReference method) =>
        method.Parameters.Count > 1 && method.Parameters[1].ParameterType.MetadataType == MetadataType.Object;

    /// <summary>The overload that a call without state names.</summary>
    /// <returns>Null where it is none of the twenty, or the target framework has no twin of it.</returns>
    public static ContinueWithOverload? Of(MethodReference called)
    {
        var open = called.GetElementMethod();
        if (open.Parameters.Count == 0 ||
            open.Parameters[0].ParameterType is not GenericInstanceType { ElementType: var type } withoutState ||
            type.FullName is not ("System.Action`1" or "System.Func`2") ||
            !s_tails.Any(tail => open.Parameters.Skip(1).Select(parameter => parameter.ParameterType.FullName).SequenceEqual(tail)) ||
            !HasTwin(open, type))
        {
            return null;
        }

        var stateDelegate = OpenStateDelegate(type);
        var twin = TwinOf(open, withoutState, stateDelegate);
        var closed = new GenericInstanceType(stateDelegate) { GenericArguments = { called.DeclaringType, called.Module.TypeSystem.Object } };
        if (called is not GenericInstanceMethod instance)
        {
            return new ContinueWithOverload(called.DeclaringType, null, closed, twin);
        }

        var result = instance.GenericArguments[0];
        closed.GenericArguments.Add(result);
        return new ContinueWithOverload(called.DeclaringType, result, closed, new GenericInstanceMethod(twin) { GenericArguments = { result } });
    }

    private static bool HasTwin(MethodReference open, TypeReference withoutState) =>
        open.Resolve() is { } definition && definition.DeclaringType.Methods.Any(method =>
            method.Name == open.Name &&
            method.GenericParameters.Count == open.GenericParameters.Count &&
            PassesState(method) &&
            method.Parameters.Skip(2).Select(parameter => parameter.ParameterType.FullName)
                .SequenceEqual(open.Parameters.Skip(1).Select(parameter => parameter.ParameterType.FullName)) &&
            // The one delegate is found where the other is.
            method.Parameters[0].ParameterType.GetElementType().FullName == StateDelegateName(withoutState) &&
            method.Parameters[0].ParameterType.Resolve() is { } withState &&
            withState.Module == withoutState.Resolve()?.Module);

    private static MethodReference TwinOf(MethodReference open, GenericInstanceType withoutState, TypeReference stateDelegate)
    {
        var module = open.Module;
        var twin = new MethodReference(open.Name, module.TypeSystem.Void, open.DeclaringType) { HasThis = true };
        foreach (var parameter in open.GenericParameters)
        {
            twin.GenericParameters.Add(new GenericParameter(parameter.Name, twin));
        }

        var own = new TypeSubstitution(parameter => parameter.Type == GenericParameterType.Method ? twin.GenericParameters[parameter.Position] : parameter);
        var withState = new GenericInstanceType(stateDelegate);
        foreach (var argument in withoutState.GenericArguments)
        {
            withState.GenericArguments.Add(own.Of(argument));
        }

        withState.GenericArguments.Insert(1, module.TypeSystem.Object);
        twin.ReturnType = own.Of(open.ReturnType);
        twin.Parameters.Add(new ParameterDefinition(withState));
        twin.Parameters.Add(new ParameterDefinition(module.TypeSystem.Object));
        foreach (var parameter in open.Parameters.Skip(1))
        {
            twin.Parameters.Add(new ParameterDefinition(parameter.ParameterType));
        }

        return twin;
    }

    private static TypeReference OpenStateDelegate(TypeReference withoutState)
    {
        var name = StateDelegateName(withoutState).Substring(withoutState.Namespace.Length + 1);
        var type = new TypeReference(withoutState.Namespace, name, withoutState.Module, withoutState.Scope, valueType: false);
        for (var i = 0; i <= withoutState.GenericParameters.Count; i++)
        {
            type.GenericParameters.Add(new GenericParameter(type));
        }

        return type;
    }

    private static string StateDelegateName(TypeReference withoutState) => withoutState.Name == "Action`1" ? "System.Action`2" : "System.Func`3";
}
