using PooledAwait.Fody.Cil.Editing;
using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.Programs;

/// <summary>What other modules of a program define and name, as one module names it. Where the program has one module, everything is named as it should be.</summary>
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

    /// <summary>Imports a type that is made of no others; null where there is nothing to import.</summary>
    public Func<TypeReference, TypeReference>? Import { get; }

    /// <summary>A method of a type that the module names already.</summary>
    public MethodReference On(TypeReference declaringType, MethodReference method) =>
        declaringType is GenericInstanceType || method.Module != _module ? TypeSubstitution.On(declaringType, method, Import) : method;

    /// <summary>A text for a type that no other type has, in whichever module it is named.</summary>
    public string KeyOf(TypeReference type) => _program.KeyOf(type);

    /// <summary>Lets the module use a type that another one keeps internal, with all that it is made of, and its internal members.</summary>
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

    /// <summary>An attribute that says here what another says there; null where it may speak of types, which it would name by text.</summary>
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

    /// <summary>A module that names an assembly by an older version than another does names what it imports by that version, too.</summary>
    private sealed class Importer(ModuleDefinition module) : DefaultMetadataImporter(module)
    {
        public override AssemblyNameReference ImportReference(AssemblyNameReference name) =>
            module.AssemblyReferences.FirstOrDefault(reference => reference.Name == name.Name) ?? base.ImportReference(name);
    }
}
