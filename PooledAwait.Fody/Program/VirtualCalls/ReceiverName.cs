using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Program;

/// <summary>The type that woven code compares with the exact type of an object before it calls a virtual method on the object.</summary>
/// <param name="Type">
/// The object's type. If this type is generic, it has the type arguments with which it inherits the slot. If the slot is open, these type arguments are type
/// parameters of the slot's type.
/// </param>
/// <param name="Slot">The called virtual method (the slot). Its class or interface has the type arguments with which the object's type inherits it.</param>
internal sealed record ReceiverName(TypeReference Type, VirtualSlot Slot)
{
    /// <summary>
    /// Returns the type for the comparison, or a refusal. Refuses a type if the slot does not determine its type arguments, or if the type might not exist with
    /// these type arguments. Also refuses a type that inherits the slot only with other type arguments. If the type is generic or the slot is open, also
    /// refuses a type that inherits the slot with several lists of type arguments, or from a variant interface.
    /// </summary>
    public static Recognised<ReceiverName> Of(WovenProgram program, TypeDefinition type, VirtualSlot slot)
    {
        var instances = new Supertypes(program).InstancesOf(slot.DeclaringType, TypeSubstitution.Itself(type));
        if (!type.HasGenericParameters && instances.Any(instance => program.KeyOf(instance) == program.KeyOf(slot.Type)))
        {
            return new ReceiverName(type, slot);
        }

        if (!type.HasGenericParameters && !slot.IsOpen)
        {
            return Not(Condition.OtherInstance);
        }

        if (instances.Count != 1)
        {
            return Not(Condition.SeveralInstances);
        }

        if (Variance.IsOf(slot.DeclaringType))
        {
            return Not(Condition.VariantInstance);
        }

        if (!type.HasGenericParameters)
        {
            return new ReceiverName(type, slot with { Type = instances[0] });
        }

        if (instances[0] is not GenericInstanceType own || slot.Type is not GenericInstanceType wanted || ArgumentsOf(program, type, own, wanted) is not { } arguments)
        {
            return Not(Condition.ArgumentsNotTold);
        }

        return IsConstrainedAlike(program, type, own, wanted, arguments) ? new ReceiverName(arguments, slot) : Not(Condition.ConstraintsDiffer);

        Refusal Not(Condition condition) => condition.With(type, slot.DeclaringType);
    }

    private static GenericInstanceType? ArgumentsOf(WovenProgram program, TypeDefinition type, GenericInstanceType own, GenericInstanceType wanted)
    {
        var found = new TypeReference?[type.GenericParameters.Count];
        return own.GenericArguments.Zip(wanted.GenericArguments, (part, argument) => Match(program, part, argument, found)).All(matches => matches) && !found.Contains(null) ? type.Over(found!) : null;
    }

    private static bool Match(WovenProgram program, TypeReference part, TypeReference argument, TypeReference?[] found)
    {
        switch (part)
        {
            case GenericParameter { Type: GenericParameterType.Type } parameter:
                found[parameter.Position] ??= argument;
                return program.KeyOf(found[parameter.Position]!) == program.KeyOf(argument);
            case GenericInstanceType { GenericArguments: var parts } instance:
                return argument is GenericInstanceType { GenericArguments: var arguments } other && program.KeyOf(instance.ElementType) == program.KeyOf(other.ElementType) &&
                    parts.Zip(arguments, (inner, outer) => Match(program, inner, outer, found)).All(matches => matches);
            default:
                return !part.ContainsGenericParameter && program.KeyOf(part) == program.KeyOf(argument);
        }
    }

    /// <summary>
    /// Returns whether the constructed type exists whenever the slot exists. If an object's type is declared as <c>C&lt;T&gt; : I&lt;T&gt;</c>, the type
    /// parameter of <c>I</c> must have all constraints of <c>T</c>. If <c>T</c> is only a part of a type argument, as in <c>I&lt;List&lt;T&gt;&gt;</c>, it must
    /// have no constraints.
    /// </summary>
    private static bool IsConstrainedAlike(WovenProgram program, TypeDefinition type, GenericInstanceType own, GenericInstanceType wanted, TypeReference instance) =>
        type.GenericParameters.All(parameter =>
        {
            var position = own.GenericArguments.IndexOf(parameter);
            var declared = position < 0 ? null : program.Find(wanted)!.GenericParameters[position];
            if (declared == null)
            {
                return !AsksForAnything(parameter);
            }

            var constraints = declared.Constraints.Select(constraint => program.KeyOf(TypeSubstitution.InstanceOf(wanted, constraint.ConstraintType))).ToList();
            return (parameter.Attributes & ~declared.Attributes & GenericParameterAttributes.SpecialConstraintMask) == 0 &&
                !declared.MayBeRefStruct() && !parameter.HasCustomAttributesOfTrimmers() &&
                parameter.Constraints.All(constraint => constraints.Contains(program.KeyOf(TypeSubstitution.InstanceOf(instance, constraint.ConstraintType))));
        });

    private static bool AsksForAnything(GenericParameter parameter) =>
        (parameter.Attributes & GenericParameterAttributes.SpecialConstraintMask) != 0 || parameter.HasConstraints || parameter.HasCustomAttributesOfTrimmers();
}
