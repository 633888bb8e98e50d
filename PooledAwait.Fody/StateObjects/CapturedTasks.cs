using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.StateObjects;

/// <summary>
/// Tells whether a state object would be, or hold, a task that a lambda captures. A continuation lets go of its delegate when it completes,
/// but never of its state: in a serial queue, where each link captures the task before it, the last link's state would lead to every link
/// there ever was. So such a call keeps its delegate.
/// </summary>
internal static class CapturedTasks
{
    private const string Namespace = "System.Threading.Tasks";

    /// <param name="state">What would be passed: a captured reference, a closure object, or any object that a method group is over.</param>
    public static bool AreHeldBy(TypeReference state) => AreHeldBy(state, []);

    private static bool AreHeldBy(TypeReference type, HashSet<TypeReference> seen) => type switch
    {
        ArrayType array => AreHeldBy(array.ElementType, seen),
        GenericInstanceType { IsValueType: true } instance when instance.GenericArguments.Any(argument => AreHeldBy(argument, seen)) => true,
        GenericParameter parameter => seen.Add(parameter) && parameter.Constraints.Any(constraint => AreHeldBy(constraint.ConstraintType, seen)),
        _ => type.Resolve() is { } definition &&
            (IsTask(definition) || (IsClosure(definition) && seen.Add(definition) && HoldsTasks(type, definition, seen))),
    };

    private static bool HoldsTasks(TypeReference closure, TypeDefinition definition, HashSet<TypeReference> seen) =>
        definition.Fields.Any(field => !field.IsStatic && AreHeldBy(TypeSubstitution.InstanceOf(closure, field.FieldType), seen));

    private static bool IsTask(TypeDefinition type) =>
        type.WithBases().Any(current => current is { Namespace: Namespace, Name: "Task" or "Task`1" or "ValueTask" or "ValueTask`1" });

    /// <summary>What the user's own objects hold they hold in the same way without weaving.</summary>
    private static bool IsClosure(TypeDefinition type) => type.IsNested && CompilerGenerated.IsOn(type);
}
