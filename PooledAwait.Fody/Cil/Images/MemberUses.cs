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
    private readonly Lazy<NamedMembers?> _named;

    public MemberUses(ModuleDefinition module)
    {
        _module = module;
        _named = new Lazy<NamedMembers?>(() => NamedMembers.Of(module));
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
        var wanted = new List<MemberReference?>();
        foreach (var method in _module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            foreach (var member in InFile(method) is { } body ? Named(body, wanted, isWanted) : Named(method, isWanted))
            {
                yield return (method, member);
            }
        }
    }

    // Of one body at a time, and not in one loop over all: that runs so long that .NET compiles the iterator anew while it runs, for each of its loops.
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

    /// <summary>Whether a method's body, which nothing has decoded, has local variables.</summary>
    public bool HasLocals(MethodDefinition method) => !IsDecoded(method) && InFile(method)?.HasLocals != false;

    /// <summary>Whether a method's body, which nothing has decoded, is one that Cecil fails at, or copies wrongly.</summary>
    public bool IsDamaged(MethodDefinition method) => InFile(method)?.Kind == RawBody.Damaged;

    /// <summary>Whether a method's body can be decoded; one that a tool left as no code must stay as it lies in the file.</summary>
    public bool IsCode(MethodDefinition method) => InFile(method) is not { } body || body.Kind == RawBody.Code;

    /// <summary>A body as it lies in the file, if nothing has decoded it; null where only decoding tells what it is.</summary>
    private BodyInFile? InFile(MethodDefinition method) => IsDecoded(method) ? null : _named.Value?.At(method.RVA);
}
