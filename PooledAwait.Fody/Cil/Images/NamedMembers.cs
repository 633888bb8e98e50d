using System.Diagnostics.CodeAnalysis;
using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Images;

/// <summary>
/// Which members the bodies of a module name, as their bytes tell. They are read once and kept as tokens: what a token names is looked up anew for each question, since most interest nobody,
/// and references to instances of generic types, which Cecil does not keep either, take more memory than the rest of the module.
/// </summary>
internal sealed class NamedMembers
{
    private readonly ModuleDefinition _module;

    // The code of all methods, one after the other: of each only the members that it names, by their index.
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

    /// <returns>Null where there is no file any more that the module was read from, or another one.</returns>
    public static NamedMembers? Of(ModuleDefinition module) => RawBodies.Of(module) is { } raw ? new NamedMembers(module, raw) : null;

    /// <summary>The body that begins at an address; that of no method where none does.</summary>
    public BodyInFile At(int rva) => _bodies.TryGetValue(rva, out var body) ? body : new BodyInFile(0, 0, RawBody.Copied, HasLocals: false);

    /// <summary>Which of the module's members stands in a body.</summary>
    /// <param name="position">One from the body's start to its end.</param>
    public int IndexAt(int position) => _code[position];

    /// <summary>What the code names by a token; null where the metadata has nothing of the kind.</summary>
    /// <param name="index">One of <see cref="IndexAt"/>.</param>
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

/// <summary>One body, as it lies in the file.</summary>
/// <param name="Start">Where the members begin that it names.</param>
/// <param name="End">Where they end.</param>
/// <param name="Kind">What it is.</param>
/// <param name="HasLocals">Whether it has local variables.</param>
internal readonly record struct BodyInFile(int Start, int End, RawBody Kind, bool HasLocals);
