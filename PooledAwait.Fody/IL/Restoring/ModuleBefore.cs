namespace PooledAwait.Fody.IL;

/// <summary>
/// Keeps a module as it is before the weave, and restores this state. The weaver cannot simply read the module's file again, because Fody will write the module
/// object that it gave to the weaver. Other add-ins may also have changed that object earlier.
/// </summary>
/// <remarks>
/// For the whole module, this class keeps only lists: the types, the methods with their flags, the references, and the assembly's attributes. It keeps code
/// only for methods that are about to change, and fields only for the types of these methods. Other changes are not undone.
/// Tests/Verification/InWeaver/RestoringTests compares the file from before a weave with the file of a restored module.
/// </remarks>
internal sealed class ModuleBefore
{
    private readonly ModuleDefinition _module;
    private readonly AssemblyNameReference[] _references;
    private readonly Version[] _versions;
    private readonly CustomAttribute[] _attributes;
    private readonly TypeDefinition[] _types;
    private readonly List<TypeBefore> _all = [];
    private readonly HashSet<MethodDefinition> _methods = [];
    private readonly Dictionary<MethodDefinition, BodyBefore> _bodies = [];
    private readonly Dictionary<MethodDefinition, HashSet<MethodDefinition>> _accounts = [];
    private readonly Dictionary<TypeDefinition, (FieldDefinition Field, TypeReference Type)[]> _fields = [];

    public ModuleBefore(ModuleDefinition module)
    {
        _module = module;
        _references = [.. module.AssemblyReferences];
        _versions = [.. _references.Select(reference => reference.Version)];
        _attributes = module.Assembly == null ? [] : [.. module.Assembly.CustomAttributes];
        _types = [.. module.Types];
        foreach (var type in module.GetTypes())
        {
            var kept = new TypeBefore(type);
            _all.Add(kept);
            _methods.UnionWith(kept.Methods);
        }
    }

    /// <summary>Records the present code of methods. Call this method before a rewrite changes the code. Repeated calls do no harm.</summary>
    /// <param name="account">The method that causes the change.</param>
    /// <param name="bodies">The methods whose bodies will be changed.</param>
    public void Keep(MethodDefinition account, IEnumerable<MethodDefinition> bodies)
    {
        foreach (var body in bodies)
        {
            if (!_bodies.ContainsKey(body))
            {
                _bodies.Add(body, new BodyBefore(body));
                _accounts.Add(body, []);
            }

            _accounts[body].Add(account);
            if (!_fields.ContainsKey(body.DeclaringType))
            {
                _fields.Add(body.DeclaringType, [.. body.DeclaringType.Fields.Select(field => (field, field.FieldType))]);
            }
        }
    }

    /// <summary>The kept methods whose code has changed since they were kept.</summary>
    public IEnumerable<MethodDefinition> Changed => _bodies.Where(body => body.Value.IsChanged).Select(body => body.Key);

    /// <summary>The methods that have a body and were added to the module after this object was created.</summary>
    public IEnumerable<MethodDefinition> Added =>
        _module.GetTypes().SelectMany(type => type.Methods).Where(method => !_methods.Contains(method) && method.HasBody);

    /// <summary>Returns the methods that cause changes to a method's code. Returns none if <see cref="Keep"/> was not called for the method.</summary>
    public IReadOnlyCollection<MethodDefinition> AccountsOf(MethodDefinition body) => _accounts.TryGetValue(body, out var accounts) ? accounts : [];

    /// <summary>Returns another object, which has the module's present state. After a restore, that object can bring the woven code back.</summary>
    public ModuleBefore AsWoven()
    {
        var woven = new ModuleBefore(_module);
        foreach (var body in _bodies.Keys)
        {
            woven.Keep(body, [body]);
        }

        return woven;
    }

    /// <summary>Restores the module. The kept state stays, so that the module can be restored again.</summary>
    public void Restore()
    {
        foreach (var body in _bodies.Values)
        {
            body.Restore();
        }

        foreach (var fields in _fields)
        {
            BodyBefore.Fill(fields.Key.Fields, [.. fields.Value.Select(before => before.Field)]);
            foreach (var (field, type) in fields.Value)
            {
                field.FieldType = type;
            }
        }

        _all.ForEach(type => type.Restore());
        BodyBefore.Fill(_module.Types, _types);
        BodyBefore.Fill(_module.AssemblyReferences, _references);
        for (var i = 0; i < _references.Length; i++)
        {
            _references[i].Version = _versions[i];
        }

        if (_module.Assembly != null)
        {
            BodyBefore.Fill(_module.Assembly.CustomAttributes, _attributes);
        }
    }

    private sealed class TypeBefore(TypeDefinition type)
    {
        private readonly TypeDefinition[] _nested = type.HasNestedTypes ? [.. type.NestedTypes] : [];
        private readonly (MethodAttributes, MethodImplAttributes)[] _attributes = [.. type.Methods.Select(method => (method.Attributes, method.ImplAttributes))];

        public MethodDefinition[] Methods { get; } = [.. type.Methods];

        public void Restore()
        {
            if (_nested.Length > 0 || type.HasNestedTypes)
            {
                BodyBefore.Fill(type.NestedTypes, _nested);
            }

            BodyBefore.Fill(type.Methods, Methods);
            for (var i = 0; i < Methods.Length; i++)
            {
                (Methods[i].Attributes, Methods[i].ImplAttributes) = _attributes[i];
            }
        }
    }
}
