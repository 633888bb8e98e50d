namespace PooledAwait.Fody.Program;

/// <summary>
/// Copies the parameters and type parameters of a method or type to a method or type that woven code uses instead. Copies only two kinds of attributes.
/// Trimmers and debuggers read the first kind. The second kind marks read-only parameters for compilers and for the check of woven code. Other attributes are
/// not copied, because some of them would turn the copy into a test, a handler or a state machine.
/// </summary>
internal static class CopiedSignature
{
    private static readonly HashSet<string> s_namespacesOfAttributes = ["System.Diagnostics", "System.Diagnostics.CodeAnalysis"];

    public static void AddTypeParameters(IReadOnlyList<GenericParameter> from, IGenericParameterProvider to, Func<TypeReference, TypeReference> own, ImportedReferences? references = null)
    {
        var added = from.Select(parameter => new GenericParameter(parameter.Name, to) { Attributes = parameter.Attributes & ~GenericParameterAttributes.VarianceMask }).ToList();
        added.ForEach(to.GenericParameters.Add);

        // Copy constraints only after all type parameters exist: a constraint may mention another type parameter.
        foreach (var (parameter, copy) in from.Zip(added, (parameter, copy) => (parameter, copy)))
        {
            CopyAttributes(parameter, copy, references);
            foreach (var constraint in parameter.Constraints)
            {
                copy.Constraints.Add(new GenericParameterConstraint(own(constraint.ConstraintType)));
            }
        }
    }

    public static void AddParameters(MethodDefinition from, MethodDefinition to, Func<TypeReference, TypeReference> own, ImportedReferences? references = null)
    {
        foreach (var parameter in from.Parameters)
        {
            var copy = new ParameterDefinition(parameter.Name, parameter.Attributes & (ParameterAttributes.In | ParameterAttributes.Out), own(parameter.ParameterType));
            CopyAttributes(parameter, copy, attribute => IsWanted(attribute) || ReadOnlyParameter.IsSaidBy(attribute), references);
            to.Parameters.Add(copy);
        }
    }

    /// <param name="from">The owner of the attributes.</param>
    /// <param name="to">The member that gets the copies.</param>
    /// <param name="references">Imports the attributes if <paramref name="to"/> is in another module; null if it is in the same module.</param>
    public static void CopyAttributes(ICustomAttributeProvider from, ICustomAttributeProvider to, ImportedReferences? references = null) =>
        CopyAttributes(from, to, IsWanted, references);

    public static void CopyAttributes(ICustomAttributeProvider from, ICustomAttributeProvider to, Func<CustomAttribute, bool> isWanted, ImportedReferences? references = null)
    {
        if (from.HasCustomAttributes)
        {
            foreach (var attribute in from.CustomAttributes.Where(isWanted))
            {
                if ((references == null ? CopiedAttribute.Of(attribute) : references.Of(attribute)) is { } copy)
                {
                    to.CustomAttributes.Add(copy);
                }
            }
        }
    }

    private static bool IsWanted(CustomAttribute attribute) => s_namespacesOfAttributes.Contains(attribute.AttributeType.Namespace);
}
