using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.StateObjects;

/// <summary>
/// Tells whether a state object would be, or hold, a task that a lambda captures. A continuation lets go of its delegate when it completes,
/// but never of its state: in a serial queue, where each link captures the task before it, the last link's state would lead to every link
/// there ever was. So such a call keeps its delegate.
/// </summary>
/// <param name="module">The module that is woven. Of its own classes it is known what they hold; a class of a library may have other fields at run time.</param>
internal sealed class CapturedTasks(ModuleDefinition module)
{
    private const string Namespace = "System.Threading.Tasks";

    private readonly HashSet<TypeReference> _seen = [];

    /// <param name="state">What would be passed: a captured reference, a closure object, or any object that a method group is over.</param>
    public bool AreHeldBy(TypeReference state) => Are(state) || (state.Resolve() is { } definition && AreInFieldsOf(state, definition));

    /// <summary>A task, several of them, or a value with one in it.</summary>
    private bool Are(TypeReference type) => type switch
    {
        ArrayType array => Are(array.ElementType),
        GenericInstanceType { IsValueType: true } instance when instance.GenericArguments.Any(Are) => true,
        GenericParameter parameter => _seen.Add(parameter) && parameter.Constraints.Any(constraint => Are(constraint.ConstraintType)),
        _ => type.Resolve() is { } definition &&
            (IsTask(definition) || (definition is { IsValueType: true, IsPrimitive: false, IsEnum: false } && _seen.Add(definition) && FieldsOf(type, definition).Any(Are))),
    };

    /// <summary>Where a link of a queue is an object of a class of the user's own, it has the task before it in a field. What further objects lead to is not followed, but for closures.</summary>
    private bool AreInFieldsOf(TypeReference type, TypeDefinition definition) =>
        IsClosure(definition) ? _seen.Add(definition) && FieldsOf(type, definition).Any(AreHeldBy)
        : definition.Module == module && definition.WithBases().TakeWhile(current => current.Module == module).Any(current => FieldsOf(type, current).Any(Are));

    private static IEnumerable<TypeReference> FieldsOf(TypeReference type, TypeDefinition definition) =>
        definition.Fields.Where(field => !field.IsStatic).Select(field => TypeSubstitution.InstanceOf(type, field.FieldType));

    private static bool IsTask(TypeDefinition type) =>
        type.WithBases().Any(current => current is { Namespace: Namespace, Name: "Task" or "Task`1" or "ValueTask" or "ValueTask`1" });

    private static bool IsClosure(TypeDefinition type) => type.IsNested && CompilerGenerated.IsOn(type);
}
