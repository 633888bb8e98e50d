using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>What a delegate with a state object calls, with the types as one method or class names them.</summary>
/// <param name="Delegate">The delegate's type.</param>
/// <param name="Antecedent">Its first parameter.</param>
/// <param name="Result">What it returns; null for nothing.</param>
/// <param name="State">The type that the state object has; null where it is not used.</param>
/// <param name="IsStateBoxed">The state object is a boxed value, whose method is called in its box.</param>
/// <param name="Target">The method that is called.</param>
/// <param name="IsVirtual">It is called as a virtual one.</param>
internal sealed record Forwarded(
    TypeReference Delegate,
    TypeReference Antecedent,
    TypeReference? Result,
    TypeReference? State,
    bool IsStateBoxed,
    MethodReference Target,
    bool IsVirtual)
{
    public static Forwarded By(ContinueWithCall call)
    {
        var (antecedent, result, type) = (call.Overload.Antecedent, call.Overload.Result, call.Overload.StateDelegate);
        var place = call.Target.DeclaringType;
        if (call.Closure is { } closure)
        {
            var state = closure.StateType == null ? null : TypeSubstitution.InstanceOf(place, closure.StateType);
            return new Forwarded(type, antecedent, result, state, IsStateBoxed: false, StaticLambda(closure.Lambda, place), IsVirtual: false);
        }

        var isBoxed = place.Resolve().IsValueType;
        return new Forwarded(type, antecedent, result, Receiver(call), isBoxed, call.Target, call.IsVirtual && !isBoxed);
    }

    /// <summary>The same with other types for the type parameters.</summary>
    public Forwarded In(TypeSubstitution substitution) => this with
    {
        Delegate = substitution.Of(Delegate),
        Antecedent = substitution.Of(Antecedent),
        Result = Result == null ? null : substitution.Of(Result),
        State = State == null ? null : substitution.Of(State),
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
        var method = new MethodDefinition(name, MethodAttributes.Assembly | MethodAttributes.HideBySig, Result ?? module.TypeSystem.Void);
        method.Parameters.Add(new ParameterDefinition("antecedent", ParameterAttributes.None, Antecedent));
        method.Parameters.Add(new ParameterDefinition("state", ParameterAttributes.None, module.TypeSystem.Object));
        var code = method.Body.GetILProcessor();
        code.Emit(OpCodes.Ldarg_2);
        switch (State)
        {
            case null or { MetadataType: MetadataType.Object }:
                break;
            case GenericParameter:
                code.Emit(OpCodes.Unbox_Any, State);
                break;
            default:
                code.Emit(IsStateBoxed ? OpCodes.Unbox : OpCodes.Castclass, State);
                break;
        }

        code.Emit(OpCodes.Ldarg_1);
        code.Emit(IsVirtual ? OpCodes.Callvirt : OpCodes.Call, Target);
        code.Emit(OpCodes.Ret);
        return method;
    }

    /// <summary>
    /// What the state object is cast to: the class that declares the target, but for a protected one that the calling class inherits. Such a
    /// method may be called on objects of the class that inherits it alone, and the delegate's was one.
    /// </summary>
    private static TypeReference Receiver(ContinueWithCall call)
    {
        var (place, target, caller) = (call.Target.DeclaringType, call.Target.Resolve(), call.Caller.DeclaringType);
        var isProtected = target.IsFamily || target.IsFamilyAndAssembly || target.IsFamilyOrAssembly && target.Module != caller.Module;
        if (!isProtected || Enclosing(caller).Contains(target.DeclaringType))
        {
            return place;
        }

        // Of several that inherit it, it would take the object's own static type to tell which.
        var heirs = Enclosing(caller).Where(type => Bases(type).Contains(target.DeclaringType)).ToList();
        return heirs.Count == 1 ? OwnInstance(heirs[0], caller) : place;
    }

    private static IEnumerable<TypeDefinition> Enclosing(TypeDefinition type)
    {
        for (var current = type; current != null; current = current.DeclaringType)
        {
            yield return current;
        }
    }

    private static IEnumerable<TypeDefinition> Bases(TypeDefinition type)
    {
        for (var current = type.BaseType?.Resolve(); current != null; current = current.BaseType?.Resolve())
        {
            yield return current;
        }
    }

    // A nested class has the type parameters of those around it first.
    private static TypeReference OwnInstance(TypeDefinition type, TypeDefinition within)
    {
        if (!type.HasGenericParameters)
        {
            return type;
        }

        var instance = new GenericInstanceType(type);
        foreach (var parameter in within.GenericParameters.Take(type.GenericParameters.Count))
        {
            instance.GenericArguments.Add(parameter);
        }

        return instance;
    }

    /// <summary>The lambda as it is once it takes its state in the place of <c>this</c>.</summary>
    private static MethodReference StaticLambda(MethodDefinition lambda, TypeReference place)
    {
        if (place is TypeDefinition)
        {
            return lambda;
        }

        var reference = new MethodReference(lambda.Name, lambda.ReturnType, place);
        foreach (var parameter in lambda.Parameters)
        {
            reference.Parameters.Add(new ParameterDefinition(parameter.ParameterType));
        }

        return reference;
    }
}
