namespace PooledAwait.Fody.Program;

/// <summary>
/// Imports types and members into one module, from the program's other modules, or from assemblies to which those modules refer. If the program has only one
/// module, nothing is imported.
/// </summary>
internal sealed class ImportedReferences
{
    private readonly WovenProgram _program;
    private readonly ModuleDefinition _module;
    private readonly Importer _importer;

    public ImportedReferences(WovenProgram program, ModuleDefinition module)
    {
        _program = program;
        _module = module;
        _importer = new Importer(module);
        Import = program.Modules.Count == 1 ? null : Named;
    }

    /// <summary>Imports a type that is not composed of other types; null if the program has only one module.</summary>
    public Func<TypeReference, TypeReference>? Import { get; }

    /// <summary>
    /// Returns this module's reference to a method. <paramref name="declaringType"/> must already be this module's reference to the method's type.
    /// </summary>
    public MethodReference On(TypeReference declaringType, MethodReference method) =>
        declaringType is GenericInstanceType || method.Module != _module ? TypeSubstitution.On(declaringType, method, Import) : method;

    /// <summary>Returns a text that identifies a type. All modules have the same text for the same type.</summary>
    public string KeyOf(TypeReference type) => _program.KeyOf(type);

    /// <summary>
    /// Lets the module use an internal type of another module, and that type's internal members. Does the same for the parts of a composed type, such as its
    /// type arguments.
    /// </summary>
    public void Befriend(TypeReference type)
    {
        switch (type)
        {
            case GenericInstanceType instance:
                Befriend(instance.ElementType);
                instance.GenericArguments.ToList().ForEach(Befriend);
                break;
            case TypeSpecification specification:
                Befriend(specification.ElementType);
                break;
            default:
                if (_program.Find(type) is { } found)
                {
                    FriendAssembly.Add(found.Module, _module);
                }

                break;
        }
    }

    /// <summary>
    /// Returns a copy of an attribute for this module. Returns null if the attribute is from another module, and has named arguments or an argument that may be
    /// a type. The arguments of an attribute contain types as text, so these types cannot be imported.
    /// </summary>
    public CustomAttribute? Of(CustomAttribute attribute)
    {
        if (attribute.Constructor.Module == _module)
        {
            return CopiedAttribute.Of(attribute);
        }

        if (attribute.HasFields || attribute.HasProperties || attribute.Constructor.Parameters.Any(parameter => parameter.ParameterType.FullName is "System.Type" or "System.Object"))
        {
            return null;
        }

        var declaringType = new TypeSubstitution(parameter => parameter, Import).Of(attribute.AttributeType);
        return CopiedAttribute.Of(attribute, On(declaringType, attribute.Constructor));
    }

    private TypeReference Named(TypeReference type) =>
        type.Module == _module ? type
        : _program.Find(type) is { } own && own.Module == _module ? own
        : _importer.ImportReference(type, context: null);

    /// <summary>Uses the module's own reference to an assembly, even if the other module refers to a newer version of that assembly.</summary>
    private sealed class Importer(ModuleDefinition module) : DefaultMetadataImporter(module)
    {
        public override AssemblyNameReference ImportReference(AssemblyNameReference name) =>
            module.AssemblyReferences.FirstOrDefault(reference => reference.Name == name.Name) ?? base.ImportReference(name);
    }
}
