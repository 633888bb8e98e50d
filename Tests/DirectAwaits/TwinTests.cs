using System.Xml.Linq;
using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>Tests how a twin (an added method that returns a ValueTask) looks in the metadata of the assembly.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class TwinTests
{
    private const string Usings = "using System; using System.Diagnostics.CodeAnalysis; using System.Threading.Tasks;";

    private const string Source = """
        using System;
        using System.Diagnostics;
        using System.Diagnostics.CodeAnalysis;
        using System.Threading.Tasks;

        public class C
        {
            public async Task Calls()
            {
                await Private(1);
                await Generic<C, int>(typeof(C), 1);
            }

            private async Task<int> Private(int value) { await Task.Yield(); return value; }

            [Obsolete, DebuggerStepThrough, RequiresUnreferencedCode("It is slow.")]
            protected static async Task Generic<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T, U>(
                [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] Type type, U other)
                where T : class, new()
                where U : struct, IComparable<U> => await Task.Yield();
        }
        """;

    private static readonly Lazy<ModuleDefinition> s_woven = new(() => new WeavingRunner().Weave(
        Fixtures.Compile(Shape.Release, Source)).Result.Read());

    /// <summary>The signatures of two overloads may have the same text although they differ.</summary>
    [TestCase("async Task<int> Send(object one) { await Task.Yield(); return 1; } static async Task<int> Send<T>(object one) { await Task.Yield(); return 2; }")]
    [TestCase("async Task<int> Send<T>(object one) { await Task.Yield(); return 2; } static async Task<int> Send(object one) { await Task.Yield(); return 1; }")]
    [TestCase("Task<int> Send(object one, __arglist) => null; static async Task<int> Send(object one) { await Task.Yield(); return 1; } static async Task<int> Send<T>(object one) { await Task.Yield(); return 2; }")]
    public async Task Has_a_number_only_where_another_would_be_the_same(string overloads)
    {
        var woven = new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, $$"""
            {{Usings}}
            public static class Caller { static {{overloads}} public static async Task<string> Call() => $"{await Send("")}{await Send<int>("")}"; }
            """)).Result;

        using var module = woven.Read();
        Assert.That(module.GetType("Caller").WithSecondMethods().Select(method => method.Name).Where(name => name.StartsWith('<')), Is.EqualTo((string[])["<Send>Direct", "<Send>Direct"]));
        Assert.That(await CalledProgram.Call<Task<string>>(woven), Is.EqualTo("12"));
    }

    [Test]
    public void Has_the_attributes_that_trimmers_and_debuggers_read_and_no_others() => Assert.Multiple(() =>
    {
        var twin = Twin("Generic");
        Assert.That(Attributes(twin), Is.EqualTo(["DebuggerStepThroughAttribute", "RequiresUnreferencedCodeAttribute"]));
        Assert.That(Attributes(twin.Parameters[0]), Is.EqualTo(["DynamicallyAccessedMembersAttribute"]));
        Assert.That(Attributes(twin.GenericParameters[0]), Is.EqualTo(["DynamicallyAccessedMembersAttribute"]));
        Assert.That(Attributes(Twin("Private")), Is.Empty);
        Assert.That(Attributes(twin.DeclaringType), Is.EqualTo(["CompilerGeneratedAttribute"]));
    });

    [Test]
    public void Has_the_constraints_of_its_type_parameters() => Assert.Multiple(() =>
    {
        var (method, twin) = (s_woven.Value.GetType("C").WithSecondMethods().Single(other => other.Name == "Generic"), Twin("Generic"));
        Assert.That(twin.GenericParameters.Select(parameter => parameter.Attributes), Is.EqualTo(method.GenericParameters.Select(parameter => parameter.Attributes)));
        Assert.That(
            twin.GenericParameters[1].Constraints.Select(constraint => constraint.ConstraintType.FullName),
            Is.EqualTo(method.GenericParameters[1].Constraints.Select(constraint => constraint.ConstraintType.FullName)));
        Assert.That(
            twin.GenericParameters[1].Constraints.SelectMany(constraint => Parameters(constraint.ConstraintType)).Select(parameter => parameter.Owner),
            Is.Not.Empty.And.All.SameAs(twin));
    });

    [Test]
    public void Stands_beside_what_others_see_as_it_was([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        Assert.That(Visible(Weavers.Woven(shape).Result), Is.EqualTo(Visible(Fixtures.Compiled(shape))));

        static IReadOnlyList<string> Visible(CompiledAssembly assembly)
        {
            using var module = assembly.Read();
            return
            [
                .. from type in module.GetTypes()
                   where type.IsPublic || type.IsNestedPublic
                   from member in type.Methods.Where(method => method.IsPublic || method.IsFamily).Cast<IMemberDefinition>()
                       .Concat(type.Fields.Where(field => field.IsPublic)).Concat(type.Properties).Concat(type.Events)
                   select $"{member.FullName} {string.Join(",", member.CustomAttributes.Select(attribute => attribute.AttributeType.Name))}",
            ];
        }
    }

    // A twin is not public. So reflection on non-public methods may find the twin of a public method. If the twin has an attribute such as
    // RequiresUnreferencedCode, a trimmer would warn of this reflection.
    [TestCase("[RequiresUnreferencedCode(\"\")] public async Task<int> Callee() { await Task.Yield(); return 1; }", "trimmer-demands")]
    [TestCase("[RequiresDynamicCode(\"\")] public async Task<int> Callee() { await Task.Yield(); return 1; }", "trimmer-demands")]
    [TestCase("[RequiresUnreferencedCode(\"\")] public Task<int> Callee() => Task.FromResult(1);", "trimmer-demands")]
    [TestCase("public async Task<int> Callee([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] Type type = null) { await Task.Yield(); return 1; }", "trimmer-demands")]
    [TestCase("public async Task<int> Callee<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.All)] T>() { await Task.Yield(); return 1; }", "changed")]
    [TestCase("[RequiresUnreferencedCode(\"\")] internal async Task<int> Callee() { await Task.Yield(); return 1; }", "changed")]
    [TestCase("[Obsolete] public async Task<int> Callee() { await Task.Yield(); return 1; }", "changed")]
    public void Is_not_made_where_a_trimmer_would_warn_of_it_alone(string callee, string decision) => Assert.That(
        CallDecisions.Of(Shape.Release, $"{Usings} public class C {{ public async Task<int> Caller() => await Callee{(callee.Contains("Callee<") ? "<C>" : "")}(); {callee} }}"),
        Is.EqualTo([$"C.Caller(): {decision}"]));

    [TestCase("public interface I { [RequiresUnreferencedCode(\"\")] Task<int> Get(); } public class C : I { [RequiresUnreferencedCode(\"\")] async Task<int> I.Get() { await Task.Yield(); return 1; } } public class P { public async Task<int> Call(I i) => await i.Get(); }", "trimmer-demands")]
    [TestCase("public class C { [RequiresUnreferencedCode(\"\")] protected virtual async Task<int> Get() { await Task.Yield(); return 1; } public async Task<int> Call() => await Get(); }", "receiver-not-known")]
    [TestCase("public class C { protected virtual async Task<int> Get() { await Task.Yield(); return 1; } public async Task<int> Call() => await Get(); }", "changed")]
    public void Is_not_called_by_what_a_trimmer_would_warn_of(string source, string decision) => Assert.That(
        CallDecisions.Of(Shape.Release, $"{Usings} {source}").Single(told => told.Contains(".Call(")), Does.EndWith($": {decision}"));

    [TestCase("public static", "trimmer-demands")]
    [TestCase("public", "trimmer-demands")]
    [TestCase("internal static", "changed")]
    public void Is_not_made_where_a_trimmer_would_warn_of_the_class(string modifiers, string decision) => Assert.That(
        CallDecisions.Of(Shape.Release, $$"""
            {{Usings}}
            [RequiresUnreferencedCode("")]
            public class C
            {
                {{modifiers}} async Task<int> Callee() { await Task.Yield(); return 1; }
                internal static async Task<int> Caller(C c) => await {{(modifiers.EndsWith("static") ? "C" : "c")}}.Callee();
            }
            """),
        Is.EqualTo([$"C.Caller(C): {decision}"]));

    [Test]
    public void Has_what_its_property_demands()
    {
        var woven = new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, $$"""
            {{Usings}}
            public class C
            {
                public async Task<int> Caller() => await Callee;
                [RequiresAssemblyFiles("")] private Task<int> Callee => Task.FromResult(1);
            }
            """)).Result.Read();
        Assert.That(
            Attributes(woven.GetType("C").WithSecondMethods().Single(method => method.Name == "<get_Callee>Direct")),
            Is.EqualTo(["RequiresAssemblyFilesAttribute"]));
    }

    [Test]
    public void Is_that_of_an_earlier_weave_where_there_was_one()
    {
        var input = Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;

            public class C
            {
                public async Task<int> First() { await Task.Yield(); return await Forward(1); }
                public async Task<int> Second() { await Task.Yield(); return await Forward(2); }
                private Task<int> Forward(int value) => Task.FromResult(value);
            }
            """);
        var once = Weave(input, "C::First|C::Forward");
        var twice = Weave(once, "C::Second|C::Forward").Read();

        Assert.That(twice.GetType("C").WithSecondMethods().Count(method => method.Name == "<Forward>Direct"), Is.EqualTo(1));
        Assert.That(
            twice.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).SelectMany(method => method.Body.Instructions)
                .Count(instruction => (instruction.Operand as MethodReference)?.Name == "<Forward>Direct"),
            Is.EqualTo(2));

        static CompiledAssembly Weave(CompiledAssembly assembly, string include) =>
            new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Include", include)) }.Weave(assembly).Result;
    }

    private static MethodDefinition Twin(string method) => s_woven.Value.GetType("C").WithSecondMethods().Single(other => other.Name == $"<{method}>Direct");

    private static IEnumerable<string> Attributes(ICustomAttributeProvider place) =>
        place.CustomAttributes.Select(attribute => attribute.AttributeType.Name).Order(StringComparer.Ordinal);

    private static IEnumerable<GenericParameter> Parameters(TypeReference type) =>
        type is GenericInstanceType instance ? instance.GenericArguments.OfType<GenericParameter>() : [];
}
