namespace PooledAwait.Fody.Program;

/// <summary>
/// The modules that are woven together: the module of a build, or all modules of a published program. If one module calls, overrides or implements members of
/// another module, the weaver treats these members like the module's own.
/// </summary>
internal sealed class WovenProgram
{
    private readonly Dictionary<ModuleDefinition, MemberUses> _uses;
    private readonly HashSet<string> _assemblies = [];
    private readonly Dictionary<string, string> _homes = [];

    /// <param name="uses">One object for each module, which finds the module's methods that name given members.</param>
    public WovenProgram(params IReadOnlyList<MemberUses> uses)
    {
        _uses = uses.ToDictionary(one => one.Module);
        Modules = [.. uses.Select(one => one.Module)];
        if (Modules.Count > 1)
        {
            _assemblies.UnionWith(Modules.Select(module => module.Assembly.Name.Name));
        }
    }

    /// <summary>The modules, in the order in which they are woven.</summary>
    public IReadOnlyList<ModuleDefinition> Modules { get; }

    /// <summary>The classes outside the program that the program's classes inherit from.</summary>
    public OutsideBases OutsideBases { get; } = new();

    /// <summary>Returns the object that finds those methods of a module that name given members.</summary>
    public MemberUses UsesIn(ModuleDefinition module) => _uses[module];

    /// <summary>Returns the methods, in all modules, that name a wanted member. Each method is listed once.</summary>
    public IEnumerable<MethodDefinition> MethodsWhere(Func<MemberReference, bool> isWanted) => Modules.SelectMany(module => _uses[module].MethodsWhere(isWanted));

    /// <summary>Returns each use of a wanted member by a method of one of the modules.</summary>
    public IEnumerable<(MethodDefinition User, MemberReference Member)> Where(Func<MemberReference, bool> isWanted) =>
        Modules.SelectMany(module => _uses[module].Where(isWanted));

    /// <summary>
    /// Returns whether a reference is to a type of the program. For an array, its element type counts. For a constructed generic type, its generic type counts.
    /// </summary>
    public bool Has(TypeReference type) => type.GetElementType() switch
    {
        GenericParameter => false,
        { Scope: ModuleDefinition module } => _uses.ContainsKey(module),
        { Scope: AssemblyNameReference assembly } => _assemblies.Contains(assembly.Name),
        _ => false,
    };

    /// <summary>
    /// Returns the program's type to which a reference refers. For an array, returns the element type. For a constructed generic type, returns the generic
    /// type. Returns null if the type is outside the program.
    /// </summary>
    public TypeDefinition? Find(TypeReference? type)
    {
        if (type == null || !Has(type))
        {
            return null;
        }

        var found = type.GetElementType() as TypeDefinition ?? type.Resolve();
        return found != null && _uses.ContainsKey(found.Module) ? found : null;
    }

    /// <summary>Returns the program's method to which a reference refers; null if the method is outside the program.</summary>
    public MethodDefinition? Find(MethodReference method) =>
        Has(method.DeclaringType) && method.Definition() is { } found && _uses.ContainsKey(found.Module) ? found : null;

    /// <summary>
    /// Returns a text that identifies a type. All modules have the same text for the same type, even if they refer to the type through different assemblies
    /// that forward it.
    /// </summary>
    public string KeyOf(TypeReference type) => Modules.Count == 1 ? TypeKey.Of(type) : KeyAnywhere(type);

    /// <summary>
    /// Like <see cref="KeyOf"/>, but the text is also the same for modules outside the program, which may refer to the type through other assemblies.
    /// </summary>
    public string KeyAnywhere(TypeReference type) => TypeKey.Of(type, HomeOf);

    private string HomeOf(TypeReference type)
    {
        var named = TypeKey.Of(type);
        if (!_homes.TryGetValue(named, out var home))
        {
            _homes.Add(named, home = type.Resolve()?.Module.Assembly.Name.Name ?? type.Scope.Name);
        }

        return home;
    }
}
