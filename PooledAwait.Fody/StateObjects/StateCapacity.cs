using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.StateObjects;

/// <summary>How many captured variables, and of which types, a state carries without an object around them.</summary>
/// <param name="library">Where a tuple would come from.</param>
/// <param name="isTyped">The state has a type parameter, so that it may be a value: one of any type, or a tuple.</param>
internal sealed class StateCapacity(LibraryTypes library, bool isTyped)
{
    /// <summary>The longest tuple that nests none.</summary>
    private const int LongestTuple = 7;

    public bool Holds(IReadOnlyCollection<CapturedVariable> variables) => isTyped
        ? variables.All(variable => IsArgument(variable.Type)) && (variables.Count <= 1 || variables.Count <= LongestTuple && Tuple(variables.Count) != null)
        : variables.Count <= 1 && variables.All(variable => IsReference(variable.Type));

    /// <summary>The type of a state that carries some variables.</summary>
    /// <param name="types">Theirs.</param>
    /// <param name="module">What is woven.</param>
    public TypeReference TypeOf(IReadOnlyList<TypeReference> types, ModuleDefinition module)
    {
        return !isTyped || types.Count == 0 ? module.TypeSystem.Object
            : types.Count == 1 ? types[0]
            : Tuple(types.Count)!.Over(types);
    }

    private TypeReference? Tuple(int count) => library.Find($"System.ValueTuple`{count}");

    private static bool IsArgument(TypeReference type) => type is not (PointerType or ByReferenceType or FunctionPointerType or IModifierType);

    private static bool IsReference(TypeReference type) => type switch
    {
        GenericParameter parameter => parameter.HasReferenceTypeConstraint,
        ArrayType => true,
        PointerType or ByReferenceType or FunctionPointerType or IModifierType => false,
        _ => !type.IsValueType && !type.IsPrimitive,
    };
}
