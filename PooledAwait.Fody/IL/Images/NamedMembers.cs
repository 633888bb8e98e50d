using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Which members the bodies of a module name, according to their bytes. The bytes are read once and kept as tokens. Each question resolves the tokens anew, because most interest nobody,
/// and because references to generic instances, which Cecil does not keep either, take more memory than the rest of the module.
/// </summary>
internal sealed class NamedMembers
{
    private readonly ModuleDefinition _module;

    // The code of all methods, one after the other. For each method it has only the members that the code names, by index.
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
                // It is no code, so it names nothing.
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

    /// <returns>Null if the file that the module was read from no longer exists, or is another file now.</returns>
    public static NamedMembers? Of(ModuleDefinition module) => RawBodies.Of(module) is { } raw ? new NamedMembers(module, raw) : null;

    /// <summary>The body that begins at an address; an empty one if none does.</summary>
    public BodyInFile At(int rva) => _bodies.TryGetValue(rva, out var body) ? body : new BodyInFile(0, 0, RawBody.Copied, HasLocals: false);

    /// <summary>The index of the member that a body names at a position.</summary>
    /// <param name="position">A position between the body's start and its end.</param>
    public int IndexAt(int position) => _code[position];

    /// <summary>The member that a token names; null if the metadata has no such member.</summary>
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
/// <param name="Start">The position of the first member that it names.</param>
/// <param name="End">The position after the last one.</param>
/// <param name="Kind">What the body is.</param>
/// <param name="HasLocals">Whether it has local variables.</param>
internal readonly record struct BodyInFile(int Start, int End, RawBody Kind, bool HasLocals);
