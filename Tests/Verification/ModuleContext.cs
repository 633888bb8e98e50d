using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>What the bodies of one module share: its types, and what its tokens name. Not for several threads at once.</summary>
internal sealed class ModuleContext
{
    private readonly TokenResolver _tokens;
    private readonly Instantiations _instantiations;
    private Visibility? _visibility;
    private ITypeDefinition? _from;

    public ModuleContext(MetadataModule module)
    {
        Compilation = module.Compilation;
        Relations = new TypeRelations(Compilation);
        _tokens = new TokenResolver(module);
        _instantiations = new Instantiations(Relations);
    }

    public ICompilation Compilation { get; }

    public TypeRelations Relations { get; }

    public TokenResolver Tokens => _tokens;

    public Visibility Visibility => _visibility!;

    public void Enter(IMethod method)
    {
        _tokens.Enter(method);
        if (!method.DeclaringTypeDefinition!.Equals(_from))
        {
            _from = method.DeclaringTypeDefinition;
            _visibility = new Visibility(_from);
        }
    }

    public object? Resolve(int token) => _tokens.Resolve(token);

    public IType KnownType(KnownTypeCode code) => Compilation.FindType(code);

    public IType KnownType(string name) => Compilation.FindType(new FullTypeName(name));

    /// <summary>The type that the instruction names, found sound; null where it names none.</summary>
    public IType? Type(BodyFrame frame)
    {
        if (Named<IType>(frame) is not { } type)
        {
            return null;
        }

        CheckType(frame, type);
        return type;
    }

    public IField? Field(BodyFrame frame)
    {
        if (Named<IField>(frame) is not { } field)
        {
            return null;
        }

        var declaring = StorageType.Plain(field.DeclaringType!);
        if (field.MemberDefinition.MetadataToken.IsNil && declaring.Kind != TypeKind.Unknown)
        {
            frame.Report(FindingKind.Unresolved, $"{declaring.ReflectionName}::{field.Name}");
            return field;
        }

        CheckType(frame, declaring);
        if (!Visibility.Sees(field))
        {
            frame.Report(FindingKind.Access, $"{declaring.ReflectionName}::{field.Name}");
        }

        return field;
    }

    public MethodUse? Method(BodyFrame frame)
    {
        if (Named<MethodUse>(frame) is not { } use)
        {
            return null;
        }

        if (!use.IsResolved)
        {
            frame.Report(FindingKind.Unresolved, $"{use}");
            return use;
        }

        CheckType(frame, use.DeclaringType);
        if (_instantiations.Fault(use.Method) is { } fault)
        {
            frame.Report(FindingKind.Instantiation, fault);
        }

        if (use.DeclaringType.Kind != TypeKind.Array && !Visibility.Sees(use.Method))
        {
            frame.Report(FindingKind.Access, $"{use}");
        }

        return use;
    }

    private T? Named<T>(BodyFrame frame)
        where T : class
    {
        if (Resolve(frame.Instruction.Operand) is T named)
        {
            return named;
        }

        frame.Report(FindingKind.Malformed, $"the operand of {frame.Instruction.OpCode} is not a {typeof(T).Name}");
        return null;
    }

    private void CheckType(BodyFrame frame, IType type)
    {
        if (type.Kind == TypeKind.Unknown)
        {
            frame.Report(FindingKind.Unresolved, type.ReflectionName);
        }
        else if (frame.Instruction.OpCode != System.Reflection.Metadata.ILOpCode.Ldtoken && _instantiations.Fault(type) is { } fault)
        {
            frame.Report(FindingKind.Instantiation, fault);
        }

        if (!Visibility.Sees(type))
        {
            frame.Report(FindingKind.Access, type.ReflectionName);
        }
    }
}
