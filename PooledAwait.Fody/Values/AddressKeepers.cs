namespace PooledAwait.Fody.Values;

/// <summary>Decides whether an instruction may keep the address that it takes: as a reference, as a pointer, or in a ref struct.</summary>
internal static class AddressKeepers
{
    /// <param name="consumer">The instruction that takes the address of a variable or field.</param>
    public static bool MayKeep(Instruction consumer) => consumer.OpCode.Code switch
    {
        Code.Initobj or Code.Ldobj or Code.Pop => false,
        Code.Call or Code.Callvirt or Code.Newobj => MayKeep((MethodReference)consumer.Operand, isNew: consumer.OpCode.Code == Code.Newobj),
        Code.Ldfld or Code.Ldflda or Code.Stobj => false,
        _ => true,
    };

    /// <summary>
    /// Returns whether a method may keep a reference that it gets as an argument. The method can keep the reference only in three holders: its result, its own
    /// object, or another argument. The holder must be a ref struct or an address.
    /// </summary>
    private static bool MayKeep(MethodReference called, bool isNew) =>
        called.ReturnType is ByReferenceType or PointerType ? !ValueTaskTypes.Reinterprets(called)
        : !ValueTaskTypes.IsKnown(called.DeclaringType) && called.Name is not ("AwaitUnsafeOnCompleted" or "AwaitOnCompleted") && (
            ((called.HasThis || isNew) && MayBeRefStruct(called.DeclaringType)) ||
            MayHold(called.ReturnType) ||
            called.Parameters.Any(parameter => MayHold(parameter.ParameterType)) ||
            (called is GenericInstanceMethod { GenericArguments: var ofMethod } && ofMethod.Any(MayHold)) ||
            (called.DeclaringType is GenericInstanceType { GenericArguments: var ofType } && ofType.Any(MayHold)));

    private static bool MayHold(TypeReference type) => type switch
    {
        ByReferenceType { ElementType: var element } => MayHold(element),
        IModifierType { ElementType: var element } => MayHold(element),
        PointerType => true,
        GenericParameter parameter => parameter.MayBeRefStruct(),
        _ => type.IsValueType && !type.IsPrimitive && !ValueTaskTypes.IsKnown(type) && MayBeRefStruct(type),
    };

    // A type that cannot be found may be a ref struct.
    private static bool MayBeRefStruct(TypeReference type) => type.Resolve()?.IsRefStruct() ?? true;
}
