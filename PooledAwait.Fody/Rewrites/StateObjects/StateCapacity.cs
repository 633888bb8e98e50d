namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Decides whether a state can carry given captured variables without a closure object.</summary>
/// <param name="library">Finds the tuple types in the base library.</param>
/// <param name="isTyped">Whether the state's type is a type parameter, so that the state may be a value of any type, such as a tuple.</param>
internal sealed class StateCapacity(LibraryTypes library, bool isTyped)
{
    /// <summary>The number of items in the longest tuple that does not contain another tuple.</summary>
    private const int LongestTuple = 7;

    public bool Holds(IReadOnlyCollection<CapturedVariable> variables) => isTyped
        ? variables.All(variable => IsArgument(variable.Type)) && (variables.Count <= 1 || variables.Count <= LongestTuple && Tuple(variables.Count) != null)
        : variables.Count <= 1 && variables.All(variable => IsReference(variable.Type));

    /// <summary>Returns the type of a state that carries variables of the given types.</summary>
    /// <param name="types">The types of the variables.</param>
    /// <param name="module">The woven module.</param>
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
