using System.Reflection;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Which methods of a module name which members. Most bodies interest nobody. If a body has not been decoded, only its metadata tokens
/// in the file are read.
/// </summary>
/// <remarks>
/// Decoding everything would need less code, but every build would pay the time and memory for bodies that nobody asks for. Packages that are woven together may also
/// have bodies that a tool left and that are not code. Those stay as they are in the file.
/// </remarks>
internal sealed class MemberUses
{
    // Cecil's public members do not show whether it has decoded a body. Without this field every body counts as decoded.
    private static readonly FieldInfo? s_body = typeof(MethodDefinition).GetField("body", BindingFlags.Instance | BindingFlags.NonPublic);

    private static readonly List<MemberReference> s_none = [];

    private readonly ModuleDefinition _module;
    private readonly Lazy<NamedMembers?> _named;

    public MemberUses(ModuleDefinition module)
    {
        _module = module;
        _named = new Lazy<NamedMembers?>(() => NamedMembers.Of(module));
    }

    /// <summary>The module that is read.</summary>
    public ModuleDefinition Module => _module;

    /// <summary>
    /// Every use, in a method's code, of a type, field or method that the predicate accepts, in the order of the current code.
    /// The returned reference may leave type parameters open that an operand binds.
    /// </summary>
    /// <param name="isWanted">Called once for each reference in the file, even if code names the reference several times.</param>
    public IEnumerable<(MethodDefinition User, MemberReference Member)> Where(Func<MemberReference, bool> isWanted)
    {
        var wanted = new List<MemberReference?>();
        foreach (var method in _module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            foreach (var member in InFile(method) is { } body ? Named(body, wanted, isWanted) : Named(method, isWanted))
            {
                yield return (method, member);
            }
        }
    }

    // Handles one body at a time. One loop over all bodies would run so long that .NET recompiles the iterator while it runs, for each of its loops.
    private List<MemberReference> Named(BodyInFile body, List<MemberReference?> wanted, Func<MemberReference, bool> isWanted)
    {
        var named = s_none;
        for (var position = body.Start; position < body.End; position++)
        {
            var index = _named.Value!.IndexAt(position);
            while (wanted.Count <= index)
            {
                wanted.Add(_named.Value.MemberAt(wanted.Count) is { } member && isWanted(member) ? member : null);
            }

            if (wanted[index] is { } found)
            {
                named = named == s_none ? [] : named;
                named.Add(found);
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

    /// <summary>Whether a method's body has not been decoded and has local variables.</summary>
    public bool HasLocals(MethodDefinition method) => !IsDecoded(method) && InFile(method)?.HasLocals != false;

    /// <summary>Whether a method's body has not been decoded, and Cecil fails at it or copies it wrongly.</summary>
    public bool IsDamaged(MethodDefinition method) => InFile(method)?.Kind == RawBody.Damaged;

    /// <summary>Whether a method's body can be decoded. If a tool left a body that is not code, it must stay as it is in the file.</summary>
    public bool IsCode(MethodDefinition method) => InFile(method) is not { } body || body.Kind == RawBody.Code;

    /// <summary>A body as it is in the file, if it has not been decoded; null if only decoding shows what it is.</summary>
    private BodyInFile? InFile(MethodDefinition method) => IsDecoded(method) ? null : _named.Value?.At(method.RVA);
}
