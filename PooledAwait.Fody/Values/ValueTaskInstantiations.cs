namespace PooledAwait.Fody.Values;

/// <summary>
/// Examines generic types and methods whose type argument is a ValueTask. The generic code does not know that it has a ValueTask, so it may use the ValueTask
/// in any way.
/// </summary>
internal static class ValueTaskInstantiations
{
    /// <summary>
    /// Returns the delegates that a generic method, or a member of a generic type, takes or returns. A delegate type inside another type is included, such as
    /// the delegate type of a list's items. A delegate counts only if its result is a type parameter whose type argument is a ValueTask. For example,
    /// <c>Lazy&lt;ValueTask&gt;</c> takes a <c>Func&lt;ValueTask&gt;</c>. The generic code calls such a delegate without knowing that it gets a ValueTask. So
    /// the generic code may keep or drop the ValueTask.
    /// </summary>
    public static IEnumerable<(string Type, TypeReference Result)> DelegatesTakenBy(MemberReference taker) =>
        IsOfValueTask(taker as IGenericInstance) || IsOfValueTask(taker.DeclaringType as IGenericInstance) ? DelegatesTakenByInstance(taker) : [];

    private static IEnumerable<(string Type, TypeReference Result)> DelegatesTakenByInstance(MemberReference taker)
    {
        IEnumerable<TypeReference> named = taker switch
        {
            MethodReference method => method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType),
            FieldReference field => [field.FieldType],
            _ => [],
        };
        var ofSignature =
            from generic in named.SelectMany(GenericsIn)
            from given in ResultsOf(generic).Select(result => (Type: generic.GetElementType().FullName, Result: result)).Concat(DelegatesGivenBy(generic))
            where given.Result is GenericParameter
            select (given.Type, Result: ArgumentOf(taker, (GenericParameter)given.Result));
        return ofSignature
            .Concat(taker.DeclaringType is GenericInstanceType type ? DelegatesGivenBy(type) : [])
            .Where(given => ValueTaskTypes.IsKnown(given.Result));
    }

    /// <summary>
    /// Returns the delegates that virtual members of a type return, or pass back through by-reference parameters. An example of such a member is the Invoke of
    /// a delegate that returns another delegate. The weaver does not analyse where the returned delegates come from.
    /// </summary>
    public static IEnumerable<(string Type, TypeReference Result)> DelegatesGivenBy(GenericInstanceType type) =>
        from method in type.Resolve()?.Methods ?? Enumerable.Empty<MethodDefinition>()
        where method.IsVirtual
        from given in method.Parameters.Select(parameter => parameter.ParameterType).Where(parameter => parameter.IsByReference).Append(method.ReturnType)
        from generic in GenericsIn(given)
        from result in ResultsOf(generic).OfType<GenericParameter>()
        where result.Type == GenericParameterType.Type
        select (generic.GetElementType().FullName, type.GenericArguments[result.Position]);

    /// <summary>
    /// Returns the constructed generic types that a type contains: the type itself, the element type of an array or reference, and the type arguments.
    /// </summary>
    private static IEnumerable<GenericInstanceType> GenericsIn(TypeReference type) => type switch
    {
        GenericInstanceType generic => generic.GenericArguments.SelectMany(GenericsIn).Prepend(generic),
        TypeSpecification specification => GenericsIn(specification.ElementType),
        _ => [],
    };

    public static bool IsOfValueTask(IGenericInstance? generic) => generic?.GenericArguments.Any(ValueTaskTypes.IsKnown) == true;

    /// <summary>
    /// Returns the type argument that a delegate type has as its return type. Returns nothing if the delegate returns another type. If the weaver cannot find
    /// the delegate type, returns all type arguments, because the delegate may return any of them.
    /// </summary>
    private static IEnumerable<TypeReference> ResultsOf(GenericInstanceType type) =>
        type.Resolve() is not { } definition ? type.GenericArguments
        : definition.Methods.FirstOrDefault(method => method.Name == "Invoke")?.ReturnType is GenericParameter { Type: GenericParameterType.Type, Position: var position }
            ? [type.GenericArguments[position]]
            : [];

    /// <summary>
    /// Returns the type argument that a reference to a member gives to a type parameter of the member, or of the member's type. If the reference has no such
    /// type argument, returns the type parameter.
    /// </summary>
    public static TypeReference ArgumentOf(MemberReference member, GenericParameter parameter) =>
        (parameter.Type == GenericParameterType.Method ? member as IGenericInstance : member.DeclaringType as IGenericInstance) is { } instance &&
        parameter.Position < instance.GenericArguments.Count
            ? instance.GenericArguments[parameter.Position]
            : parameter;
}
