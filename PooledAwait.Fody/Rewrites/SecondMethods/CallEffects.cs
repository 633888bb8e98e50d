using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Gives second methods the effects that a call has before the called method's code runs. The call may run a static constructor, and it throws if the object is
/// null. The weaver adds second methods: copies of methods, with other signatures. Second methods are static and in another class, so a call of a second method
/// has neither effect by itself. The weaver therefore inserts code with the same effects at the beginning of each second method.
/// </summary>
internal static class CallEffects
{
    /// <summary>Returns why the weaver cannot give these effects to a second method of the given method. Returns null if the weaver can.</summary>
    public static Refusal? WhyNot(MethodDefinition method) =>
        RunsStaticConstructor(method) && StaticField(method.DeclaringType) == null ? Condition.StaticConstructor.With(method, method.DeclaringType) : null;

    /// <summary>
    /// Inserts code at the beginning of a second method. The code has the effects that a call of the original method has before that method's code runs.
    /// </summary>
    /// <param name="method">The original method.</param>
    /// <param name="second">Edits the second method, which already has its code.</param>
    public static void Insert(MethodDefinition method, BodyEditor second)
    {
        var first = second.Body.Instructions[0];
        if (RunsStaticConstructor(method))
        {
            // The inserted code reads a static field of the type, because the runtime runs the static constructor before such a read.
            var type = method.DeclaringType;
            var field = StaticField(type)!;
            var named = type.HasGenericParameters ? new FieldReference(field.Name, field.FieldType, type.Over(second.Body.Method.DeclaringType.GenericParameters)) : (FieldReference)field;
            second.InsertOnEveryPathTo(first, Instruction.Create(OpCodes.Ldsfld, named), Instruction.Create(OpCodes.Pop));
        }

        if (method.HasThis && !method.DeclaringType.IsValueType)
        {
            // The inserted code throws a NullReferenceException if there is no object, as callvirt does. A load of one of the object's fields would also throw,
            // at less cost, but not every class has a field. A call of GetType would cost more.
            second.InsertOnEveryPathTo(first, Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Brtrue, first), Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Throw));
        }
    }

    /// <summary>
    /// Returns whether a call of the method may run a static constructor. If a type is not beforefieldinit, calls of its static methods may run its static
    /// constructor (ECMA-335, II.10.5.3.1). The same is true for instance methods of structs and interfaces. A call on an object of a class cannot do so,
    /// because the static constructor ran before the object was created.
    /// </summary>
    private static bool RunsStaticConstructor(MethodDefinition method) =>
        (method.IsStatic || method.DeclaringType.IsValueType || method.DeclaringType.IsInterface) && !method.DeclaringType.IsBeforeFieldInit && method.DeclaringType.Methods.Any(other => other is { IsConstructor: true, IsStatic: true });

    private static FieldDefinition? StaticField(TypeDefinition type) => type.Fields.FirstOrDefault(field =>
        field is { IsStatic: true, IsLiteral: false, FieldType: not (PointerType or FunctionPointerType) } && !field.CustomAttributes.Any(attribute => attribute.AttributeType.Name is "ThreadStaticAttribute" or "ContextStaticAttribute"));
}
