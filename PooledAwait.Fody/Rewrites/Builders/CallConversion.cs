using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// A conversion of a call's result. Directly after the call, woven code passes the returned ValueTask to a method of PooledAwait.Runtime. This method returns a
/// ValueTask of the same type.
/// </summary>
internal static class CallConversion
{
    /// <summary>Makes the reference to the converting method for one call.</summary>
    /// <param name="call">The call.</param>
    /// <param name="type">The name of the class that declares the converting method.</param>
    /// <param name="name">The converting method's name.</param>
    /// <param name="module">The module of the call.</param>
    /// <param name="runtime">The module's reference to PooledAwait.Runtime.</param>
    public static MethodReference Of(Instruction call, string type, string name, ModuleDefinition module, IMetadataScope runtime)
    {
        var valueTask = ResultOf(call);
        var declaring = new TypeReference(RuntimeReference.Namespace, type, module, runtime);
        return MemberReferences.ForResult(declaring, name, (valueTask as GenericInstanceType)?.GenericArguments[0], own =>
        {
            var converted = own == null ? valueTask : valueTask.GetElementType().Over(own);
            return (converted, [converted]);
        });
    }

    /// <summary>Returns the type of a call's result, as the caller refers to this type.</summary>
    public static TypeReference ResultOf(Instruction call)
    {
        var called = (MethodReference)call.Operand;
        return Substituted(called, called.ReturnType);
    }

    /// <summary>Returns a type from a called method's signature, with the type arguments of the call in place of type parameters.</summary>
    public static TypeReference Substituted(MethodReference called, TypeReference type) =>
        new TypeSubstitution(parameter => ValueTaskInstantiations.ArgumentOf(called, parameter)).Of(type);
}
