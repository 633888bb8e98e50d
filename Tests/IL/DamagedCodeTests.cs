using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Xml.Linq;
using Fody;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.IL;

/// <summary>Puts bytes that are not valid into every part of a method. The weaver must name the method in an error, or copy the bytes unchanged.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class DamagedCodeTests
{
    // Each constant is in only one method, so its bytes show where in the file the method is.
    private const string Code = """
        using System;
        using System.Threading.Tasks;

        public static class C
        {
            public static long Tiny() => 0x1122334455667701;
            public static long Fat() { Use(0x1122334455667702); Use(1); Use(2); Use(3); Use(4); Use(5); Use(6); Use(7); Use(8); Use(9); Use(10); Use(11); return 0; }
            public static long Locals() { var a = 0x1122334455667703; Change(ref a); return a; }
            public static void Handler() { var a = 0x1122334455667704; try { Change(ref a); } catch (InvalidOperationException) { } }
            public static async ValueTask<long> Async() { await Task.Yield(); return 0x1122334455667705; }
            public static async ValueTask<long> Other() { await Task.Yield(); return 1; }
            public static void Generic() => Array.Empty<Item>();
            private static void Use(long a) { }
            private static void Change(ref long a) { }
            private sealed class Item;
        }
        """;

    private static readonly CompiledAssembly s_compiled = Fixtures.Compile(Shape.Release, Code);

    private static readonly (string Method, byte Mark)[] s_places =
    [
        ("System.Int64 C::Tiny()", 1), ("System.Int64 C::Fat()", 2), ("System.Int64 C::Locals()", 3), ("System.Void C::Handler()", 4), ("System.Void C/<Async>d__4::MoveNext()", 5),
    ];

    // These bytes overwrite the instruction ldc.i8 and its operand of eight bytes.
    private static readonly (string What, byte[] Bytes)[] s_damages =
    [
        ("no opcode of one byte", [0xF0]),
        ("the first byte behind the opcodes", [0xE1]),
        ("the last byte", [0xFF]),
        ("no opcode of two bytes", [0xFE, 0x30]),
        ("the first second byte behind the opcodes", [0xFE, 0x1F]),
        ("call of a reference that there is not", [0x28, 0xFF, 0xFF, 0xFF, 0x0A, 0, 0, 0, 0]),
        ("call of a method that there is not", [0x28, 0xFF, 0xFF, 0x00, 0x06, 0, 0, 0, 0]),
        ("call of no row", [0x28, 0, 0, 0, 0x0A, 0, 0, 0, 0]),
        ("call of a type", [0x28, 1, 0, 0, 0x02, 0, 0, 0, 0]),
        ("call of no table", [0x28, 1, 0, 0, 0xF0, 0, 0, 0, 0]),
        ("ldsfld of a field that there is not", [0x7E, 0xFF, 0xFF, 0x00, 0x04, 0, 0, 0, 0]),
        ("ldtoken of a signature", [0xD0, 1, 0, 0, 0x11, 0, 0, 0, 0]),
        ("initobj of a type that there is not", [0xFE, 0x15, 0xFF, 0xFF, 0x00, 0x1B, 0, 0, 0]),
        ("calli of a signature that there is not", [0x29, 0xFF, 0xFF, 0x00, 0x11, 0, 0, 0, 0]),
        ("ldstr of a string that there is not", [0x72, 0xFF, 0xFF, 0xFF, 0x70, 0, 0, 0, 0]),
        ("ldstr of a type", [0x72, 1, 0, 0, 0x02, 0, 0, 0, 0]),
        ("switch over more than there is", [0x45, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0]),
        ("switch over less than nothing", [0x45, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]),
        ("an unused byte, and a token that Cecil takes for its operand", [0xA6, 0x72, 1, 0, 0, 0x70, 0, 0, 0]),
        ("an unused byte, and a token that Cecil finds behind its operand", [0xA6, 0x20, 0, 0, 0, 0x28, 1, 0, 0]),
    ];

    // A whole run (see Extent) tests each damage with symbols and without symbols. A usual run tests each damage either with symbols or without them.
    private static IEnumerable<TestCaseData> Damages =>
        from place in s_places
        from damage in s_damages.Index()
        from symbols in new[] { true, false }
        where Extent.IsWhole || symbols == ((place.Mark + damage.Index) % 2 == 0)
        select new TestCaseData(place.Method, place.Mark, damage.Item.Bytes, symbols).SetArgDisplayNames(place.Method, damage.Item.What, symbols ? "symbols" : "no symbols");

    private string _folder = null!;

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    [TestCaseSource(nameof(Damages))]
    public void Is_refused_by_the_methods_name(string method, byte mark, byte[] bytes, bool symbols) =>
        AssertIsRefused(method, Patched(PlaceOf(mark) - 1, bytes), symbols);

    [Test]
    public void Is_refused_where_the_last_operand_is_cut_off([Values] bool symbols) =>
        AssertIsRefused("System.Int64 C::Tiny()", Patched(PlaceOf(1) - 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x20), symbols);

    [Test]
    public void Is_refused_where_the_second_byte_of_an_opcode_is_cut_off([Values] bool symbols) =>
        AssertIsRefused("System.Int64 C::Tiny()", Patched(PlaceOf(1) - 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFE), symbols);

    // Replaces the method's header, which is the byte before the first instruction (ldc.i8). The new header has neither of the two valid formats (tiny and
    // fat), or it is the tiny header of an empty body.
    [Test]
    public void Is_refused_where_there_is_no_header([Values(0x00, 0x29, 0x02)] int header, [Values] bool symbols) =>
        AssertIsRefused("System.Int64 C::Tiny()", Patched(PlaceOf(1) - 2, (byte)header), symbols);

    [TestCase(1, 0x40, TestName = "Is_refused_where_a_fat_header_has_another_size")]
    [TestCase(7, 0x7F, TestName = "Is_refused_where_the_code_is_longer_than_the_file")]
    [TestCase(7, 0xFF, TestName = "Is_refused_where_the_code_is_shorter_than_nothing")]
    [TestCase(10, 0xFF, TestName = "Is_refused_where_the_local_variables_are_of_a_signature_that_there_is_not")]
    [TestCase(11, 0x01, TestName = "Is_refused_where_the_local_variables_are_a_type")]
    public void Is_refused_where_the_header(int at, int value)
    {
        var header = PlaceOf(3) - 13;
        Assert.That(s_compiled.Image[header] & 3, Is.EqualTo(3));
        AssertIsRefused("System.Int64 C::Locals()", Patched(header + at, (byte)value), symbols: true);
        AssertIsRefused("System.Int64 C::Locals()", Patched(header + at, (byte)value), symbols: false);
    }

    [TestCase(1, 0xFF, TestName = "Is_refused_where_there_are_more_protected_blocks_than_the_file_is_long")]
    [TestCase(6, 0x01, TestName = "Is_refused_where_a_protected_block_begins_within_an_instruction")]
    [TestCase(8, 0x01, TestName = "Is_refused_where_a_protected_block_ends_within_an_instruction")]
    [TestCase(9, 0xFF, TestName = "Is_refused_where_a_handler_begins_behind_the_code")]
    [TestCase(11, 0xFF, TestName = "Is_refused_where_a_handler_ends_behind_the_code")]
    [TestCase(13, 0xFF, TestName = "Is_refused_where_a_handler_catches_a_type_that_there_is_not")]
    [TestCase(15, 0x06, TestName = "Is_refused_where_a_handler_catches_a_method")]
    public void Is_refused_where_the_handler(int at, int value)
    {
        var code = PlaceOf(4) - 1;
        var section = (code + BitConverter.ToInt32(s_compiled.Image, code - 8) + 3) & ~3;
        Assert.That(s_compiled.Image[section..(section + 2)], Is.EqualTo(new byte[] { 1, 16 }), "A small section with one handler.");
        AssertIsRefused("System.Void C::Handler()", Patched(section + at, (byte)value), symbols: true);
        AssertIsRefused("System.Void C::Handler()", Patched(section + at, (byte)value), symbols: false);
    }

    [Test]
    public void Is_refused_where_what_a_token_names_cannot_be_read([Values] bool symbols)
    {
        using var file = new PEReader(new MemoryStream(s_compiled.Image));
        var metadata = file.GetMetadataReader();
        var instance = metadata.GetMethodSpecification(MetadataTokens.MethodSpecificationHandle(Enumerable.Range(1, metadata.GetTableRowCount(TableIndex.MethodSpec))
            .Single(row => metadata.GetMethodSpecification(MetadataTokens.MethodSpecificationHandle(row)).Method is { Kind: HandleKind.MemberReference } method &&
                metadata.GetString(metadata.GetMemberReference((MemberReferenceHandle)method).Name) == "Empty")));
        var signature = file.PEHeaders.MetadataStartOffset + metadata.GetHeapMetadataOffset(HeapIndex.Blob) + metadata.GetHeapOffset(instance.Signature);

        // The bytes after the signature's length mean: an instance of a generic method, one type argument, a class.
        Assert.That(s_compiled.Image[(signature + 1)..(signature + 4)], Is.EqualTo(new byte[] { 0x0A, 1, 0x12 }));
        AssertIsRefused("System.Void C::Generic()", Patched(signature + 1, 0), symbols);
    }

    [Test]
    public void Names_a_few_of_many_methods()
    {
        var image = s_places.Aggregate(s_compiled.Image, (image, place) => Patched(image, PlaceOf(place.Mark) - 1, 0xF0));

        AssertIsRefused($"{s_places[0].Method}, {s_places[1].Method}, {s_places[2].Method} and 2 more", image, symbols: true);
    }

    // In this method, a call follows the damaged bytes. Cecil may overlook the call's token.
    [Test]
    public void Is_refused_where_a_token_comes_behind_it([Values] bool symbols) =>
        AssertIsRefused("System.Int64 C::Fat()", Patched(PlaceOf(2) - 1, 0xA6, 0, 0, 0, 0, 0, 0, 0, 0), symbols);

    [Test]
    public void Is_copied_where_nothing_in_it_can_be_a_token([Values] bool symbols)
    {
        using var assembly = Opened(Patched(PlaceOf(1) - 1, 0xA6, 0, 0, 0, 0, 0, 0, 0, 0), symbols);

        assembly.Weave(new XElement("PooledAwait"));

        using var file = new PEReader(new MemoryStream(assembly.Write().Image));
        var metadata = file.GetMetadataReader();
        var tiny = metadata.MethodDefinitions.Select(metadata.GetMethodDefinition).Single(method => metadata.GetString(method.Name) == "Tiny");
        Assert.That(file.GetMethodBody(tiny.RelativeVirtualAddress).GetILBytes(), Is.EqualTo(new byte[] { 0xA6, 0, 0, 0, 0, 0, 0, 0, 0, 0x2A }));
    }

    [Test]
    public void Is_nothing_that_a_compiler_makes()
    {
        using var assembly = Opened(s_compiled.Image, symbols: true);

        Assert.That(assembly.Weave(new XElement("PooledAwait")).Decisions.Select(decision => decision.Reason), Is.EqualTo(new object?[] { null, null }));
        Assert.That(assembly.Write().Image, Is.Not.Empty);
    }

    private void AssertIsRefused(string methods, byte[] image, bool symbols)
    {
        using var assembly = Opened(image, symbols);

        Assert.That(() => assembly.Weave(new XElement("PooledAwait")), Throws.TypeOf<WeavingException>().With.Message.EqualTo(
            $"PooledAwait: the bytes of {methods} in {CompiledAssembly.Name}.dll are not valid instructions, so the weaver cannot write them back. Weave before the tool that wrote them."));
    }

    private OpenAssembly Opened(byte[] image, bool symbols)
    {
        var path = Path.Combine(_folder, $"{CompiledAssembly.Name}.dll");
        File.WriteAllBytes(path, image);
        if (symbols)
        {
            File.WriteAllBytes(Path.ChangeExtension(path, ".pdb"), s_compiled.Symbols);
        }
        else
        {
            File.Delete(Path.ChangeExtension(path, ".pdb"));
        }

        return new OpenAssembly(path, References.Of(Shape.Release.Framework));
    }

    private static int PlaceOf(byte mark) => s_compiled.Image.AsSpan().IndexOf<byte>([mark, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11]);

    private static byte[] Patched(int place, params byte[] bytes) => Patched(s_compiled.Image, place, bytes);

    private static byte[] Patched(byte[] image, int place, params byte[] bytes)
    {
        var patched = (byte[])image.Clone();
        bytes.CopyTo(patched, place);
        return patched;
    }
}
