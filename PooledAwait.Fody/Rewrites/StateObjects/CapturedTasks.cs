namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Decides whether a captured task would become the state object, or a part of the state object. If so, the weaver does not change the call that takes the
/// delegate. The task of a completed continuation releases its delegate, but never its state. In a queue of continuations, each continuation captures the task
/// of the previous continuation. If the captured task were the state, the last task would keep all earlier tasks reachable.
/// </summary>
/// <param name="uses">
/// Finds the methods that use a member of the woven module. A class's fields are examined only if the class is in this module, because a library's class may
/// have other fields at run time.
/// </param>
internal sealed class CapturedTasks(MemberUses uses)
{
    private const string Namespace = "System.Threading.Tasks";

    /// <param name="state">The type of the object that would be passed as state: a captured object, a closure, or the object of a method group.</param>
    public bool AreHeldBy(TypeReference state) => AreHeldBy(state, []);

    private bool AreHeldBy(TypeReference state, HashSet<TypeReference> seen) => Are(state, seen) || (state.Resolve() is { } definition && AreInFieldsOf(state, definition, seen));

    /// <summary>Returns whether a value of a type is a task, an array of tasks, or a struct that contains a task.</summary>
    private static bool Are(TypeReference type, HashSet<TypeReference> seen) => type switch
    {
        ArrayType array => Are(array.ElementType, seen),
        GenericInstanceType { IsValueType: true } instance when instance.GenericArguments.Any(argument => Are(argument, seen)) => true,
        GenericParameter parameter => seen.Add(parameter) && parameter.Constraints.Any(constraint => Are(constraint.ConstraintType, seen)),
        _ => type.Resolve() is { } definition &&
            (IsTask(definition) || (definition is { IsValueType: true, IsPrimitive: false, IsEnum: false } && seen.Add(definition) && FieldsOf(type, definition).Any(field => Are(field.Type, seen)))),
    };

    /// <summary>
    /// Returns whether an object holds a task in a field. For example, an item of a queue may hold the task of the previous item. A field does not count if its
    /// class sets the field in a method that is neither a constructor nor a property setter. Such a field holds one task after another, so it keeps only the
    /// last task reachable. If the object is a closure, each of its fields counts, and the search also includes the objects in these fields. If the object is
    /// not a closure, the search does not include the objects in its fields.
    /// </summary>
    private bool AreInFieldsOf(TypeReference type, TypeDefinition definition, HashSet<TypeReference> seen)
    {
        if (IsClosure(definition))
        {
            return seen.Add(definition) && FieldsOf(type, definition).Any(field => AreHeldBy(field.Type, seen));
        }

        for (TypeReference? current = type; current?.Resolve() is { } declaring && declaring.Module == uses.Module; current = Base(current, declaring))
        {
            if (FieldsOf(current, declaring).Any(field => Are(field.Type, []) && !IsSetByMethods(field.Field)))
            {
                return true;
            }
        }

        return false;
    }

    private static TypeReference? Base(TypeReference type, TypeDefinition definition) => definition.BaseType == null ? null : TypeSubstitution.InstanceOf(type, definition.BaseType);

    private static IEnumerable<(FieldDefinition Field, TypeReference Type)> FieldsOf(TypeReference type, TypeDefinition definition) =>
        definition.Fields.Where(field => !field.IsStatic).Select(field => (field, TypeSubstitution.InstanceOf(type, field.FieldType)));

    private bool IsSetByMethods(FieldDefinition field) => !field.IsInitOnly && uses
        .MethodsWhere(member => member is FieldReference && member.Name == field.Name)
        .Any(user => user is { IsConstructor: false, IsSetter: false } && user.DeclaringType.Enclosing().Contains(field.DeclaringType) && user.Body.Instructions.Any(instruction =>
            instruction is { OpCode.Code: Code.Stfld or Code.Ldflda, Operand: FieldReference stored } && stored.Name == field.Name && stored.Resolve() == field));

    private static bool IsTask(TypeDefinition type) =>
        type.WithBases().Any(current => current is { Namespace: Namespace, Name: "Task" or "Task`1" or "ValueTask" or "ValueTask`1" });

    private static bool IsClosure(TypeDefinition type) => type.IsNested && CompilerGenerated.IsOn(type);
}
