using Fody;
using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Finds the settings of a method. Each setting comes from the narrowest scope that sets it. The scopes are, in this order: the method, the methods around a
/// lambda or local function, the property, the type, the enclosing types, the module, the assembly, FodyWeavers.xml.
/// </summary>
/// <remarks>
/// The narrowest scope also decides whether the method may be changed at all. An attribute on a type, or on a member in it, outweighs Include and Exclude.
/// An attribute on the module or the assembly does not: code that Exclude matches, or that Include does not match, is left alone in spite of the attribute.
/// </remarks>
internal sealed class Scope
{
    private readonly ModuleDefinition _module;
    private readonly WeaverOptions _options;
    private readonly MethodOwners _owners;
    private readonly UnsoundMethods _unsound;
    private readonly ActedOnAttributes _actedOn;
    private readonly Dictionary<ICustomAttributeProvider, DeclaredSettings> _declared = [];
    private readonly Dictionary<MethodDefinition, PropertyDefinition> _properties = [];
    private readonly Dictionary<MethodDefinition, Reason?> _patternReasons = [];

    /// <param name="module">The module that is woven.</param>
    /// <param name="options">The options of FodyWeavers.xml and the build.</param>
    /// <param name="owners">Finds the methods that users wrote.</param>
    /// <param name="writeError">
    /// Reports all errors in attributes except the last, which is thrown. If this delegate is null, one exception contains all errors.
    /// </param>
    /// <param name="unsound">The methods to leave alone because of faults in an earlier attempt at this weave; null for none.</param>
    /// <exception cref="WeavingException">An attribute, or a value in it, is not allowed.</exception>
    public Scope(ModuleDefinition module, WeaverOptions options, MethodOwners owners, Action<string, SequencePoint?>? writeError = null, UnsoundMethods? unsound = null)
    {
        _module = module;
        _options = options;
        _owners = owners;
        _unsound = unsound ?? new UnsoundMethods();
        _actedOn = new ActedOnAttributes(options.HarmlessAttributes);

        if (AttributeReader.IsReferencedBy(module))
        {
            var errors = new OptionErrors();
            ReadAttributes(new AttributeReader((error, place) => errors.Add(error, SourceOf(place))));
            errors.ThrowIfAny(writeError);
        }
    }

    /// <summary>Returns the patterns of Include and Exclude that match nothing in the module.</summary>
    public IReadOnlyList<ScopePattern> UnmatchedPatterns()
    {
        var types = _module.GetTypes().Where(type => GeneratedName.IsFromSource(type)).ToArray();
        return [.. _options.Include.Concat(_options.Exclude).Where(pattern => !types.Any(pattern.Matches))];
    }

    /// <summary>The methods to leave alone because of faults in an earlier attempt at this weave.</summary>
    public UnsoundMethods Unsound => _unsound;

    /// <summary>If an attribute forbids a second method of the given method, returns a refusal that names the attribute. Otherwise returns null.</summary>
    public Refusal? WhyNoSecondMethod(MethodDefinition method) => _actedOn.WhyNot(method);

    /// <summary>
    /// Returns whether the weaver threw an exception at this method in an earlier attempt at this weave. If the method has no fault of its own, returns whether
    /// the present attempt leaves all methods alone because of an exception.
    /// </summary>
    public bool Failed(MethodDefinition method) => WhyUnsound(method) is { IsFailure: true };

    public MethodSettings For(MethodDefinition method)
    {
        var finding = WhyUnsound(method)?.Text;
        var owners = _owners.OwnersOf(method);
        var owner = owners[owners.Count - 1];
        var inner = Declared(InnerPlaces(owners)).ToArray();
        var outer = Declared(OuterPlaces()).ToArray();
        var options = inner.Concat(outer).Reverse().Aggregate(_options, (wider, place) => place.Over(wider));

        return new MethodSettings(
            options.Builders,
            options.DirectAwaits,
            options.TimedWaits,
            options.WhenAny,
            options.StateObjects,
            options.MinimumStateMachineSize,
            finding == null ? OutOfScope(inner, owner, outer) : OutOfScope(inner, owner, outer) ?? Reason.Unsound)
        {
            Detail = finding,
        };
    }

    /// <summary>The methods and properties that carry <c>[PooledAwait]</c> themselves.</summary>
    public IEnumerable<IMemberDefinition> AskedFor => _declared.Keys.OfType<IMemberDefinition>().Where(IsAskedFor);

    /// <summary>Looks at the method itself, its property, and the lambdas and methods around it. Returns those that carry <c>[PooledAwait]</c>.</summary>
    public IEnumerable<IMemberDefinition> AskedForAround(MethodDefinition method) =>
        InnerPlaces(_owners.OwnersOf(method)).OfType<IMemberDefinition>().Where(IsAskedFor);

    private Unsoundness? WhyUnsound(MethodDefinition method) => _unsound.Any ? _unsound.WhyNot(_owners.KickOffOf(method)) : null;

    private SequencePoint? SourceOf(ICustomAttributeProvider place) => place switch
    {
        MethodDefinition method => SourceLine.Of(method, _owners),
        PropertyDefinition property => FirstOf([property.GetMethod, property.SetMethod]),
        TypeDefinition type => FirstOf(type.Methods),
        _ => null,
    };

    private SequencePoint? FirstOf(IEnumerable<MethodDefinition?> methods) =>
        methods.Select(method => method == null ? null : SourceLine.Of(method, _owners)).FirstOrDefault(point => point != null);

    private bool IsAskedFor(IMemberDefinition member) =>
        member is MethodDefinition or PropertyDefinition &&
        _declared.TryGetValue((ICustomAttributeProvider)member, out var declared) && !declared.Ignore;

    private Reason? OutOfScope(DeclaredSettings[] inner, MethodDefinition owner, DeclaredSettings[] outer)
    {
        if (inner.Length > 0)
        {
            return inner[0].Ignore ? Reason.Ignored : null;
        }

        if (PatternReason(owner) is { } reason)
        {
            return reason;
        }

        if (outer.Length > 0)
        {
            return outer[0].Ignore ? Reason.Ignored : null;
        }

        return _options.OptIn ? Reason.NotOptedIn : null;
    }

    private Reason? PatternReason(MethodDefinition owner)
    {
        if (!_patternReasons.TryGetValue(owner, out var reason))
        {
            reason =
                _options.Exclude.Any(pattern => pattern.Covers(owner)) ? Reason.Excluded :
                _options.Include.Count > 0 && !_options.Include.Any(pattern => pattern.Covers(owner)) ? Reason.NotIncluded :
                null;
            _patternReasons.Add(owner, reason);
        }

        return reason;
    }

    private IEnumerable<DeclaredSettings> Declared(IEnumerable<ICustomAttributeProvider> places)
    {
        foreach (var place in places)
        {
            if (_declared.TryGetValue(place, out var declared))
            {
                yield return declared;
            }
        }
    }

    private IEnumerable<ICustomAttributeProvider> InnerPlaces(IReadOnlyList<MethodDefinition> owners)
    {
        foreach (var holder in owners)
        {
            yield return holder;
        }

        var outermost = owners[owners.Count - 1];
        if (_properties.TryGetValue(outermost, out var property))
        {
            yield return property;
        }

        foreach (var type in outermost.DeclaringType.Enclosing())
        {
            yield return type;
        }
    }

    private IEnumerable<ICustomAttributeProvider> OuterPlaces()
    {
        yield return _module;
        if (_module.Assembly is { } assembly)
        {
            yield return assembly;
        }
    }

    private void ReadAttributes(AttributeReader reader)
    {
        foreach (var place in OuterPlaces())
        {
            Read(place);
        }

        foreach (var type in _module.GetTypes())
        {
            Read(type);
            foreach (var method in type.Methods)
            {
                Read(method);
            }

            foreach (var property in type.Properties.Where(Read))
            {
                foreach (var accessor in new[] { property.GetMethod, property.SetMethod }.Where(accessor => accessor != null))
                {
                    _properties.Add(accessor, property);
                }
            }
        }

        bool Read(ICustomAttributeProvider place)
        {
            if (reader.Read(place) is not { } declared)
            {
                return false;
            }

            _declared.Add(place, declared);
            return true;
        }
    }
}
