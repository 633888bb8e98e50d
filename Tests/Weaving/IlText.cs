using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Text;
using ICSharpCode.Decompiler;
using ICSharpCode.Decompiler.Metadata;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// The IL of an assembly as text, member by member. The text omits what changes although the code stays the same (addresses, tokens,
/// versions, the module's id). It contains the offsets of instructions.
/// </summary>
internal static class IlText
{
    /// <summary>
    /// Compares a type and its nested types in two assemblies. Returns the IL of the fields and methods that differ, or that only the second assembly has. Each
    /// member that only the first assembly has gets a line. The text is empty if nothing differs.
    /// </summary>
    public static string Changed(CompiledAssembly before, CompiledAssembly after, string type)
    {
        using var old = Open(before);
        using var now = Open(after);
        return Changed(old, now, type);
    }

    /// <summary>Returns the differences of all types. Compares member by member only if the bytes of the metadata or of the bodies differ.</summary>
    public static string Changed(CompiledAssembly before, CompiledAssembly after)
    {
        using var old = Open(before);
        using var now = Open(after);
        if (AreSameBytes(old, now))
        {
            return "";
        }

        var types = Types(old).ToList();
        return Types(now).SequenceEqual(types)
            ? string.Concat(types.Select(type => Changed(old, now, type)))
            : $"// other types:\n{string.Join("\n", Types(now))}";
    }

    private static string Changed(PEFile before, PEFile after, string type)
    {
        var old = Members(before, type).ToDictionary(m => (m.Type, m.Key), m => m.Text);
        var members = Members(after, type).ToList();
        var text = new StringBuilder();
        foreach (var (owner, gone) in old.Keys.Except(members.Select(m => (m.Type, m.Key))))
        {
            text.Append($"// removed from {owner}: {gone.ReplaceLineEndings(" ")}\n");
        }

        string? open = null;
        foreach (var member in members.Where(m => old.GetValueOrDefault((m.Type, m.Key)) != m.Text))
        {
            if (open != member.Type)
            {
                text.Append(open == null ? "" : "}\n\n").Append($".class {member.Type}\n{{\n");
                open = member.Type;
            }
            else
            {
                text.Append('\n');
            }

            text.Append(Indent(member.Text)).Append('\n');
        }

        return text.Append(open == null ? "" : "}").ToString();
    }

    /// <summary>Returns the full names of all types that are not nested.</summary>
    public static IEnumerable<string> Types(CompiledAssembly assembly)
    {
        using var file = Open(assembly);
        return Types(file).ToList();
    }

    /// <summary>Returns all fields and methods of a type and of the types nested in it.</summary>
    public static IEnumerable<Member> Members(CompiledAssembly assembly, string type)
    {
        using var file = Open(assembly);
        return Members(file, type).ToList();
    }

    private static IEnumerable<string> Types(PEFile file) =>
        file.Metadata.GetTopLevelTypeDefinitions().Select(h => h.GetFullTypeName(file.Metadata).ReflectionName);

    private static IEnumerable<Member> Members(PEFile file, string type) =>
        Members(file, file.Metadata.GetTopLevelTypeDefinitions().Single(h => h.GetFullTypeName(file.Metadata).ReflectionName == type));

    private static IEnumerable<Member> Members(PEFile file, TypeDefinitionHandle handle)
    {
        var type = file.Metadata.GetTypeDefinition(handle);
        var name = handle.GetFullTypeName(file.Metadata).ReflectionName;
        foreach (var field in type.GetFields())
        {
            var text = MemberIl.Text(d => d.DisassembleField(file, field));
            yield return new Member(name, file.Metadata.GetString(file.Metadata.GetFieldDefinition(field).Name), text);
        }

        foreach (var method in type.GetMethods())
        {
            var text = MemberIl.Text(d => d.DisassembleMethod(file, method));
            var header = MemberIl.Text(d => d.DisassembleMethodHeader(file, method));
            yield return new Member(name, header, text);
        }

        foreach (var member in type.GetNestedTypes().SelectMany(nested => Members(file, nested)))
        {
            yield return member;
        }
    }

    // The text depends only on the metadata (except the module's id) and on the bodies, whose addresses are in the metadata. So if the bytes are the same, the
    // text is the same.
    private static bool AreSameBytes(PEFile before, PEFile after) =>
        Metadata(before).AsSpan().SequenceEqual(Metadata(after)) && Bodies(before).Zip(Bodies(after)).All(pair => pair.First.SequenceEqual(pair.Second));

    private static byte[] Metadata(PEFile file)
    {
        var bytes = file.Reader.GetMetadata().GetContent().ToArray();
        bytes.AsSpan(file.Metadata.GetHeapMetadataOffset(HeapIndex.Guid), file.Metadata.GetHeapSize(HeapIndex.Guid)).Clear();
        return bytes;
    }

    private static IEnumerable<ImmutableArray<byte>> Bodies(PEFile file) =>
        from handle in file.Metadata.MethodDefinitions
        let address = file.Metadata.GetMethodDefinition(handle).RelativeVirtualAddress
        where address != 0
        select file.Reader.GetSectionData(address).GetContent(0, file.Reader.GetMethodBody(address).Size);

    private static string Indent(string text) => "\t" + text.Replace("\n", "\n\t").Replace("\n\t\n", "\n\n");

    private static PEFile Open(CompiledAssembly assembly) => new($"{CompiledAssembly.Name}.dll", new MemoryStream(assembly.Image));

    /// <summary>One field or method.</summary>
    /// <param name="Type">The full name of the type that declares the member.</param>
    /// <param name="Key">A field's name or a method's header. It identifies the member within its type in any version of the assembly.</param>
    public sealed record Member(string Type, string Key, string Text);
}
