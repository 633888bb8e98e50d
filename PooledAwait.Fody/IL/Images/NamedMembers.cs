using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Reads the bytes of a module's bodies, and finds the members that the bodies name. The bytes are read once. To save memory, this class keeps only the
/// members' tokens. Most members are never needed, and references to generic instances would take more memory than the rest of the module. (Cecil does not keep
/// such references either.)
/// </summary>
internal sealed class NamedMembers
{
    private readonly ModuleDefinition _module;

    // The members that the method bodies name, in the order of the methods. Each member is stored as the index of its token in _tokens.
    private readonly List<int> _code = [];
    private readonly Dictionary<int, BodyInFile> _bodies = [];
    private readonly List<int> _tokens = [];

    private NamedMembers(ModuleDefinition module, RawBodies raw)
    {
        _module = module;
        var indexes = new Dictionary<int, int>();
        var unknown = new HashSet<int>();
        foreach (var rva in module.GetTypes().SelectMany(type => type.Methods).Select(method => method.RVA).Distinct())
        {
            var start = _code.Count;
            var kind = raw.Read(rva, _code);
            if (kind != RawBody.Code)
            {
                // The body is not code. Leave out the members that its valid instructions name.
                _code.RemoveRange(start, _code.Count - start);
            }

            for (var i = start; i < _code.Count; i++)
            {
                var token = _code[i];
                if (!indexes.TryGetValue(token, out var index))
                {
                    indexes.Add(token, index = _tokens.Count);
                    _tokens.Add(token);
                    if (MemberAt(index) == null)
                    {
                        unknown.Add(index);
                    }
                }

                _code[i] = index;
                kind = unknown.Contains(index) ? RawBody.Damaged : kind;
            }

            _bodies.Add(rva, new BodyInFile(start, _code.Count, kind, raw.HasLocals(rva)));
        }
    }

    /// <returns>Null if the module's file cannot be read, or has been replaced by another file.</returns>
    public static NamedMembers? Of(ModuleDefinition module) => RawBodies.Of(module) is { } raw ? new NamedMembers(module, raw) : null;

    /// <summary>Returns the body that begins at an address; an empty body if no body begins there.</summary>
    public BodyInFile At(int rva) => _bodies.TryGetValue(rva, out var body) ? body : new BodyInFile(0, 0, RawBody.Copied, HasLocals: false);

    /// <summary>Returns the index of the member that a body names at a position.</summary>
    /// <param name="position">A position between the body's start and its end.</param>
    public int IndexAt(int position) => _code[position];

    /// <summary>Returns the member that a token refers to; null if Cecil finds no such member.</summary>
    /// <param name="index">An index from <see cref="IndexAt"/>.</param>
    [SuppressMessage("Design", "CA1031", Justification = "Damaged metadata makes Cecil throw anything.")]
    public MemberReference? MemberAt(int index)
    {
        try
        {
            return _module.LookupToken(_tokens[index]) as MemberReference;
        }
        catch (Exception)
        {
            return null;
        }
    }
}

/// <summary>One body, as it is in the file.</summary>
/// <param name="Start">The position of the first member named in the body.</param>
/// <param name="End">The position after the last member named in the body.</param>
/// <param name="Kind">The kind of body.</param>
/// <param name="HasLocals">Whether the body has local variables.</param>
internal readonly record struct BodyInFile(int Start, int End, RawBody Kind, bool HasLocals);
