using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>What the operands of instructions name, within one method at a time. Not for several threads at once.</summary>
internal sealed class TokenResolver(MetadataModule module)
{
    private readonly Dictionary<int, object?> _ofModule = [];
    private readonly Dictionary<int, object?> _ofType = [];
    private readonly Dictionary<int, object?> _ofMethod = [];
    private Dictionary<int, object?> _resolved = [];
    private ITypeDefinition? _type;
    private GenericContext _context;

    /// <summary>From now on tokens are those of that method: what they name depends on its type parameters and its type's.</summary>
    public void Enter(IMethod method)
    {
        var type = method.DeclaringTypeDefinition!;
        _context = new GenericContext(type.TypeParameters, method.TypeParameters);
        if (!type.Equals(_type))
        {
            _type = type;
            _ofType.Clear();
        }

        _ofMethod.Clear();
        _resolved = method.TypeParameters.Count > 0 ? _ofMethod : type.TypeParameters.Count > 0 ? _ofType : _ofModule;
    }

    /// <summary>A type, a field, a <see cref="MethodUse"/>, a <see cref="CallSite"/> or a string; null where the token is none of these.</summary>
    public object? Resolve(int token)
    {
        if (!_resolved.TryGetValue(token, out var resolved))
        {
            _resolved[token] = resolved = Read(token);
        }

        return resolved;
    }

    public IEnumerable<IType> Locals(StandaloneSignatureHandle signature) => signature.IsNil ? [] : module.DecodeLocalSignature(signature, _context);

    public IType CatchType(EntityHandle handle) => StorageType.Plain(module.ResolveType(handle, _context));

    private object? Read(int token)
    {
        var metadata = module.MetadataFile.Metadata;
        try
        {
            if ((token >>> 24) == 0x70)
            {
                return metadata.GetUserString(MetadataTokens.UserStringHandle(token));
            }

            var handle = MetadataTokens.EntityHandle(token);
            switch (handle.Kind)
            {
                case HandleKind.TypeDefinition or HandleKind.TypeReference or HandleKind.TypeSpecification:
                    return StorageType.Plain(module.ResolveType(handle, _context));
                case HandleKind.MethodDefinition or HandleKind.MethodSpecification:
                    return new MethodUse(module.ResolveMethod(handle, _context));
                case HandleKind.FieldDefinition:
                    return module.ResolveEntity(handle, _context);
                case HandleKind.MemberReference:
                    return metadata.GetMemberReference((MemberReferenceHandle)handle).GetKind() == MemberReferenceKind.Field
                        ? module.ResolveEntity(handle, _context)
                        : new MethodUse(module.ResolveMethod(handle, _context));
                case HandleKind.StandaloneSignature:
                    var (header, signature) = module.DecodeMethodSignature((StandaloneSignatureHandle)handle, _context);
                    return new CallSite(header.IsInstance && !header.HasExplicitThis, signature);
                default:
                    return null;
            }
        }
        catch (Exception e) when (e is BadImageFormatException or ArgumentException or InvalidCastException)
        {
            return null;
        }
    }
}
