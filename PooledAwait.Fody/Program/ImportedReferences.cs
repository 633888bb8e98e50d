namespace PooledAwait.Fody.Program;

/// <summary>Gives one module references to what other modules of the program define and name. If the program has only one module, all references are already right.</summary>
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

    /// <summary>Imports a type that is not composed of other types; null if there is nothing to import.</summary>
    public Func<TypeReference, TypeReference>? Import { get; }

    /// <summary>The reference to a method of a type that the module already names.</summary>
    public MethodReference On(TypeReference declaringType, MethodReference method) =>
        declaringType is GenericInstanceType || method.Module != _module ? TypeSubstitution.On(declaringType, method, Import) : method;

    /// <summary>A text that identifies a type, whichever module names it.</summary>
    public string KeyOf(TypeReference type) => _program.KeyOf(type);

    /// <summary>Lets the module use an internal type of another module, and that type's internal members. Does the same for all types that the type is composed of.</summary>
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

    /// <summary>A copy of an attribute for this module; null if it is another module's and may refer to types, because attributes name types by text.</summary>
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

    /// <summary>If the module refers to an older version of an assembly than another module does, its imported references use that older version too.</summary>
    private sealed class Importer(ModuleDefinition module) : DefaultMetadataImporter(module)
    {
        public override AssemblyNameReference ImportReference(AssemblyNameReference name) =>
            module.AssemblyReferences.FirstOrDefault(reference => reference.Name == name.Name) ?? base.ImportReference(name);
    }
}
