using System.Reflection;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Finds the methods of a module whose code refers to given members. Most bodies name none of these members. So if Cecil has not decoded a body, this class
/// does not decode it either, but reads only the body's metadata tokens from the file.
/// </summary>
/// <remarks>
/// Decoding everything would need less code, but every build would spend time and memory on bodies that nothing needs. Package assemblies may also contain
/// bodies that an obfuscator has turned into invalid instructions. Such bodies stay as they are in the file.
/// </remarks>
internal sealed class MemberUses
{
    // This private field shows whether Cecil has decoded a body. Cecil's public members do not show that. If Cecil does not have this field, every body counts
    // as decoded.
    private static readonly FieldInfo? s_body = typeof(MethodDefinition).GetField("body", BindingFlags.Instance | BindingFlags.NonPublic);

    private static readonly List<MemberReference> s_none = [];

    private readonly ModuleDefinition _module;
    private readonly Lazy<NamedMembers?> _named;

    public MemberUses(ModuleDefinition module)
    {
        _module = module;
        _named = new Lazy<NamedMembers?>(() => NamedMembers.Of(module));
    }

    public ModuleDefinition Module => _module;

    /// <summary>
    /// Goes through the current code of all methods, and finds each use of a type, field or method that the predicate accepts. If a body was not decoded, and
    /// <see cref="RawBodies"/> does not read it as <see cref="RawBody.Code"/>, finds nothing in this body. In a decoded body, the type parameters in a
    /// reference have an owner. In any other body, they may have no owner.
    /// </summary>
    /// <param name="isWanted">
    /// The predicate. It is called once for each different reference in the bodies that were not decoded, and once for each instruction with a reference in
    /// decoded bodies.
    /// </param>
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

    // A separate method for the loop over one body. If the iterator above contained the inner loops, the JIT would recompile the running iterator for each
    // inner loop.
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

    /// <summary>Returns the methods that <see cref="Where"/> finds. No method is returned twice.</summary>
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

    /// <summary>Returns whether Cecil has decoded a method's body. Cecil encodes a decoded body again when it writes the module.</summary>
    public static bool IsDecoded(MethodDefinition method) => s_body == null || s_body.GetValue(method) != null;

    /// <summary>Returns true if a body may have local variables, and Cecil has not decoded the body.</summary>
    public bool HasLocals(MethodDefinition method) => !IsDecoded(method) && InFile(method)?.HasLocals != false;

    /// <summary>Returns whether a body is damaged, so that Cecil would fail at it or write a different body. Returns false for decoded bodies.</summary>
    public bool IsDamaged(MethodDefinition method) => InFile(method)?.Kind == RawBody.Damaged;

    /// <summary>
    /// Returns whether a method's body can be decoded. Obfuscators make bodies that are not code. Such a body must stay as it is in the file.
    /// </summary>
    public bool IsCode(MethodDefinition method) => InFile(method) is not { } body || body.Kind == RawBody.Code;

    /// <summary>Returns the body as it is in the file. Returns null if the body has been decoded, or if the file cannot be read.</summary>
    private BodyInFile? InFile(MethodDefinition method) => IsDecoded(method) ? null : _named.Value?.At(method.RVA);
}
