using System.Xml.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.IL;

/// <summary>Shows that the weaver finds the same members in the bytes of bodies as in decoded bodies.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class MemberUsesTests
{
    private readonly List<string> _folders = [];

    [TestCaseSource(typeof(LargeAssemblies), nameof(LargeAssemblies.All))]
    public void Are_those_of_the_decoded_bodies_without_decoding_one(string path)
    {
        using var read = ModuleDefinition.ReadModule(path);
        using var decoded = ModuleDefinition.ReadModule(new MemoryStream(File.ReadAllBytes(path)));

        var found = Text(new MemberUses(read).Where(_ => true)).ToList();

        Assert.That(DecodedBodies(read), Is.Zero);
        Assert.That(found, Is.EqualTo(Text(
            from method in decoded.GetTypes().SelectMany(type => type.Methods)
            where method.HasBody
            from instruction in method.Body.Instructions
            where instruction.Operand is MemberReference
            select (method, (MemberReference)instruction.Operand)).ToList()));
        Assert.That(found, Has.Count.GreaterThan(5000));
    }

    [Test]
    public void Are_found_where_there_is_no_file() =>
        Check(image => ModuleDefinition.ReadModule(new MemoryStream(image)), decodes: true);

    [Test]
    public void Are_found_where_the_file_is_not_the_one_that_was_read()
    {
        var other = Fixtures.Compile(Shape.Release, "class Other { }").Image;
        Check(image => ReadModule(image, path => File.WriteAllBytes(path, other)), decodes: true);
        Check(image => ReadModule(image, path => File.WriteAllBytes(path, image.AsSpan(0, image.Length / 2))), decodes: true);
        Check(image => ReadModule(image, path => File.WriteAllBytes(path, [])), decodes: true);
        Check(image => ReadModule(image, File.Delete), decodes: true);
        Check(image => ReadModule(image, _ => { }), decodes: false);
    }

    [Test]
    public void Are_those_of_a_body_as_an_earlier_weaver_left_it()
    {
        using var module = ReadModule(Compiled(), _ => { });
        var type = module.GetType("C");
        var uses = new MemberUses(module);
        Assert.That(Callers(), Is.EqualTo(new[] { "A", "B" }));

        // Edits one body, replaces a second, and adds a third.
        type.Methods.Single(method => method.Name == "A").Body.Instructions.Single(instruction => instruction.OpCode == OpCodes.Call).OpCode = OpCodes.Nop;
        type.Methods.Single(method => method.Name == "A").Body.Instructions.Single(instruction => instruction.Operand is MethodReference).Operand = null;
        var target = type.Methods.Single(method => method.Name == "Target");
        Replace(type.Methods.Single(method => method.Name == "None"), target);
        var added = new MethodDefinition("Added", MethodAttributes.Static, module.TypeSystem.Void);
        type.Methods.Add(added);
        Replace(added, target);

        Assert.That(Callers(), Is.EqualTo(new[] { "B", "None", "Added" }));

        IEnumerable<string> Callers() => uses.MethodsWhere(member => member.Name == "Target").Select(method => method.Name);
    }

    [Test]
    public void Let_the_weaver_leave_bodies_as_they_lie_in_the_file()
    {
        const string Code = """
            using System.Threading.Tasks;

            public class C
            {
                public async Task<Task> Race(Task a, Task b, Task c) => await Task.WhenAny(a, b, c);
                public Task Then(Task task, string name) => task.ContinueWith(t => System.Console.WriteLine(name));
                public int First(int n) => n + 1;
                public int Second(int n) => First(n);
                public string Third() => ToString() + Second(3);
            }
            """;
        var path = Written(Fixtures.Compile(Shape.Release, Code).Image);
        using var assembly = new OpenAssembly(path, References.Of(Shape.Release.Framework));

        var report = assembly.Weave(new XElement("PooledAwait"));

        Assert.That(report.Decisions.Count(decision => decision.Reason == null), Is.EqualTo(3));
        var methods = assembly.Module.GetType("C").Methods;
        Assert.That(
            methods.Where(method => !MemberUses.IsDecoded(method)).Select(method => method.Name),
            Is.EqualTo(new[] { "First", "Second", "Third", ".ctor" }));
    }

    private static void Replace(MethodDefinition method, MethodDefinition target)
    {
        method.Body = new MethodBody(method);
        method.Body.GetILProcessor().Emit(OpCodes.Call, target);
        method.Body.GetILProcessor().Emit(OpCodes.Ret);
    }

    private void Check(Func<byte[], ModuleDefinition> read, bool decodes)
    {
        using var module = read(Compiled());
        Assert.That(new MemberUses(module).MethodsWhere(member => member.Name == "Target").Select(method => method.Name), Is.EqualTo(new[] { "A", "B" }));
        Assert.That(DecodedBodies(module), decodes ? Is.Positive : Is.Zero);
    }

    private static byte[] Compiled() => Fixtures.Compile(Shape.Release, """
        public class C
        {
            public static void Target() { }
            public static void A() { Target(); }
            public static void B() { Target(); Target(); }
            public static void None() { }
        }
        """).Image;

    private ModuleDefinition ReadModule(byte[] image, Action<string> then)
    {
        var path = Written(image);
        var module = ModuleDefinition.ReadModule(path, new ReaderParameters { InMemory = true });
        then(path);
        return module;
    }

    private string Written(byte[] image)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        _folders.Add(folder);
        var path = Path.Combine(folder, "C.dll");
        File.WriteAllBytes(path, image);
        return path;
    }

    [TearDown]
    public void DeleteFolders()
    {
        _folders.ForEach(folder => Directory.Delete(folder, recursive: true));
        _folders.Clear();
    }

    private static int DecodedBodies(ModuleDefinition module) =>
        module.GetTypes().SelectMany(type => type.Methods).Count(method => method.RVA != 0 && MemberUses.IsDecoded(method));

    // Omits the owner of a type parameter, because Cecil cannot find the owner by the token alone.
    private static IEnumerable<string> Text(IEnumerable<(MethodDefinition User, MemberReference Member)> uses) =>
        uses.Select(use => use.Member is TypeReference type && type.GetElementType() is GenericParameter
            ? $"{use.User.MetadataToken} of a type parameter"
            : $"{use.User.MetadataToken} {use.Member.MetadataToken} {use.Member.GetType().Name} {use.Member.Name}");
}
