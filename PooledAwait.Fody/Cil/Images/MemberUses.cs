using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Images;

/// <summary>
/// Which methods of a module name which members. Most bodies interest nobody: where one still lies in the file as it was read, only its
/// metadata tokens are looked at.
/// </summary>
/// <remarks>
/// To decode everything instead would be less code, and cost each build the time and the memory of all bodies that nobody asks for. Packages that are woven together may have bodies, too,
/// that a tool has left and that are no code: such stay as they lie in the file.
/// </remarks>
internal sealed class MemberUses
{
    // Cecil does not tell by its public members whether it has decoded a body. Without the field every body counts as decoded.
    private static readonly FieldInfo? s_body = typeof(MethodDefinition).GetField("body", BindingFlags.Instance | BindingFlags.NonPublic);

    private static readonly List<MemberReference> s_none = [];

    private readonly ModuleDefinition _module;
    private readonly Lazy<RawBodies?> _raw;

    // The code of all methods, one after the other: of each only the members that it names, by their index.
    private readonly List<int> _code = [];
    private readonly Dictionary<int, (int Start, int End)> _ranges = [];
    private readonly HashSet<int> _damaged = [];
    private readonly Dictionary<int, int> _indexes = [];
    private readonly List<MemberReference?> _members = [];

    public MemberUses(ModuleDefinition module)
    {
        _module = module;
        _raw = new Lazy<RawBodies?>(() => RawBodies.Of(module));
    }

    /// <summary>What is read.</summary>
    public ModuleDefinition Module => _module;

    /// <summary>
    /// Each time that a method's code names a type, field or method that the predicate holds for, in the order of the code, as things stand now.
    /// The reference that is returned may leave type parameters open that an operand binds.
    /// </summary>
    /// <param name="isWanted">Asked once for a reference that the file has, however many times it is named.</param>
    public IEnumerable<(MethodDefinition User, MemberReference Member)> Where(Func<MemberReference, bool> isWanted)
    {
        var wanted = new List<bool>();
        foreach (var method in _module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            foreach (var member in RangeOf(method) is (var start, var end) ? Named(start, end, wanted, isWanted) : Named(method, isWanted))
            {
                yield return (method, member);
            }
        }
    }

    // Of one body at a time, and not in one loop over all: that runs so long that .NET compiles the iterator anew while it runs, for each of its loops.
    private List<MemberReference> Named(int start, int end, List<bool> wanted, Func<MemberReference, bool> isWanted)
    {
        var named = s_none;
        for (var i = start; i < end; i++)
        {
            var index = _code[i];
            while (wanted.Count <= index)
            {
                wanted.Add(_members[wanted.Count] is { } member && isWanted(member));
            }

            if (wanted[index])
            {
                named = named == s_none ? [] : named;
                named.Add(_members[index]!);
            }
        }

        return named;
    }

    private static List<MemberReference> Named(MethodDefinition method, Func<MemberReference, bool> isWanted)
    {
        var named = s_none;
        foreach (var instruction in method.Body.Instructions)
        {
            if (instruction.Operand is MemberReference member && isWanted(member))
            {
                named = named == s_none ? [] : named;
                named.Add(member);
            }
        }

        return named;
    }

    /// <summary>The methods that <see cref="Where"/> finds, each once.</summary>
    public IEnumerable<MethodDefinition> MethodsWhere(Func<MemberReference, bool> isWanted)
    {
        MethodDefinition? last = null;
        foreach (var (user, _) in Where(isWanted))
        {
            if (user != last)
            {
                yield return last = user;
            }
        }
    }

    /// <summary>Whether Cecil has decoded a method's body, and so will encode it when it writes the module.</summary>
    public static bool IsDecoded(MethodDefinition method) => s_body == null || s_body.GetValue(method) != null;

    /// <summary>Whether a method's body, which nothing has decoded, has local variables.</summary>
    public bool HasLocals(MethodDefinition method) => !IsDecoded(method) && _raw.Value?.HasLocals(method.RVA) != false;

    /// <summary>Whether a method's body, which nothing has decoded, is one that Cecil fails at, or copies wrongly.</summary>
    public bool IsDamaged(MethodDefinition method) => RangeOf(method) != null && _damaged.Contains(method.RVA);

    /// <summary>Whether a method's body can be decoded; one that a tool left as no code must stay as it lies in the file.</summary>
    public bool IsCode(MethodDefinition method) => IsDecoded(method) || _raw.Value is not { } raw || raw.Read(method.RVA, []) == RawBody.Code;

    /// <summary>Where in the list the members stand that a body names, if nothing has decoded it; null where only decoding tells them.</summary>
    private (int Start, int End)? RangeOf(MethodDefinition method)
    {
        if (IsDecoded(method) || _raw.Value is not { } raw)
        {
            return null;
        }

        if (!_ranges.TryGetValue(method.RVA, out var range))
        {
            var start = _code.Count;
            var body = raw.Read(method.RVA, _code);
            if (body == RawBody.Code)
            {
                range = (start, _code.Count);
                for (var i = start; i < _code.Count; i++)
                {
                    _code[i] = IndexOf(_code[i]);
                    if (_members[_code[i]] == null)
                    {
                        body = RawBody.Damaged;
                    }
                }
            }
            else
            {
                // It is no code, so it names nothing.
                _code.RemoveRange(start, _code.Count - start);
                range = (start, start);
            }

            if (body == RawBody.Damaged)
            {
                _damaged.Add(method.RVA);
            }

            _ranges.Add(method.RVA, range);
        }

        return range;
    }

    private int IndexOf(int token)
    {
        if (!_indexes.TryGetValue(token, out var index))
        {
            _indexes.Add(token, index = _members.Count);
            _members.Add(Lookup(token));
        }

        return index;
    }

    [SuppressMessage("Design", "CA1031", Justification = "Damaged metadata makes Cecil throw anything.")]
    private MemberReference? Lookup(int token)
    {
        try
        {
            return _module.LookupToken(token) as MemberReference;
        }
        catch (Exception)
        {
            return null;
        }
    }
}
