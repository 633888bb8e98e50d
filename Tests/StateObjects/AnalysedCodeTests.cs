using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>Tests code that the analysers of trimming and of ahead-of-time compilation read. (Packaging/TrimWarningsTests runs the analysers.)</summary>
[Parallelizable(ParallelScope.Self)]
public class AnalysedCodeTests
{
    private const string Source = """
        using System;
        using System.Collections.Generic;
        using System.Diagnostics.CodeAnalysis;
        using System.Threading.Tasks;
        using static System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes;

        public class C
        {
            public async Task Async(Task task, object o) => await task.ContinueWith(t => o.GetHashCode());
            public IEnumerable<Task> Iterator(Task task, object o) { yield return task.ContinueWith(t => o.GetHashCode()); }
            public void Lambda(Task task, object o) { Action<string> a = s => task.ContinueWith(t => s.Length); a(""); }
            public Task Group(Task task) => task.ContinueWith(Told);
            public Task SameGroup(Task task) => task.ContinueWith(Told);
            [RequiresUnreferencedCode("It is told.")] [RequiresDynamicCode("It is told.")] [Obsolete] private int Told(Task task) => 1;

            public Task OfType(Task task, Type captured) => task.ContinueWith(t => captured.Name);
            public Task OfName(Task task, string captured) => task.ContinueWith(t => Type.GetType(captured));
            public Task OfAccessedName(Task task, string captured) => task.ContinueWith(t => Accessed(captured));
            public Task OfRequiredName(Task task, string captured) => task.ContinueWith(t => Activator.CreateInstance("System.Runtime", captured));
            public Task OfReturnedName(Task task, string captured) => task.ContinueWith([return: DynamicallyAccessedMembers(PublicMethods)] (t) => captured);
            public Task OfKeptName(Task task, string captured) => task.ContinueWith(t => { s_name = captured; });
            public Task OfObject(Task task, object captured) => task.ContinueWith(t => ((Type)captured).GetMethods());
            public Task OfParameter<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, string captured) => task.ContinueWith(t => typeof(T).GetMethods().Length + captured.Length);
            public async Task OfParameterAsync<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, string captured) => await task.ContinueWith(t => typeof(T).GetMethods().Length + captured.Length);
            public Task OfText(Task task, string captured) => task.ContinueWith(t => captured.Length);
            public Task OfAny(Task task, object captured) => task.ContinueWith(t => captured.GetType().Name);
            public Task OfOther<T>(Task task, string captured) => task.ContinueWith(t => typeof(T).Name + captured);

            [DynamicallyAccessedMembers(PublicMethods)] private static string s_name;
            private static int Accessed([DynamicallyAccessedMembers(PublicMethods)] string name) => 1;
        }

        public class D<[DynamicallyAccessedMembers(PublicMethods)] T>
        {
            public class E { public Task OfParameter(Task task, string captured) => task.ContinueWith(t => typeof(T).GetMethods().Length + captured.Length); }
        }
        """;

    private static readonly Lazy<(Woven Woven, Decisions Decisions)> s_woven = new(() => CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, Source)));

    [Test]
    public void What_keeps_a_delegate_stands_in_the_class_that_the_user_wrote() => WithModule(module =>
    {
        var added = module.GetTypes().Where(type => type.Name.StartsWith("<>c__StateObject")).ToList();
        Assert.That(added, Has.Count.EqualTo(18));
        Assert.That(added.Select(type => type.DeclaringType.Name), Is.All.AnyOf("C", "E"));
    });

    [Test]
    public void The_calling_method_makes_the_delegate_over_a_method_of_its_own_with_the_name_of_a_lambda() => WithModule(module =>
    {
        var made = (
            from type in module.GetTypes()
            from method in type.Methods
            where method.HasBody
            from instruction in method.Body.Instructions
            where instruction.OpCode == OpCodes.Ldftn
            let target = ((MethodReference)instruction.Operand).Resolve()
            where target.DeclaringType.Name.StartsWith("<>c__StateObject")
            select (Maker: method, Target: target)).ToList();
        Assert.That(made, Has.Count.EqualTo(18));
        Assert.That(made.Select(entry => entry.Target), Is.Unique);
        Assert.That(made.Select(entry => entry.Target.Name), Is.All.Contains(">b__"));
        Assert.That(made.Select(entry => entry.Maker.DeclaringType.Name), Is.All.Not.StartsWith("<>c__StateObject"));
    });

    [Test]
    public void What_calls_a_method_requires_what_it_requires() => WithModule(module =>
    {
        var attributes =
            from type in module.GetType("C").NestedTypes
            from method in type.Methods
            where method.Name == "<StateObject>b__Told"
            select string.Join(" ", method.CustomAttributes.Select(attribute => $"{attribute.AttributeType.Name}({attribute.ConstructorArguments.SingleOrDefault().Value})"));
        const string Both = "RequiresUnreferencedCodeAttribute(It is told.) RequiresDynamicCodeAttribute(It is told.) StackTraceHiddenAttribute()";
        Assert.That(attributes, Is.EqualTo(new[] { Both, Both }));
    });

    [Test]
    public void Type_parameters_tell_what_the_caller_s_tell() => WithModule(module =>
    {
        var told =
            from type in module.GetTypes()
            where type.Name.StartsWith("<>c__StateObject")
            from parameter in type.GenericParameters
            where parameter.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "DynamicallyAccessedMembersAttribute")
            select parameter;
        Assert.That(told, Has.Exactly(3).Items);
    });

    [TestCase("OfType", true)]
    [TestCase("OfName", true)]
    [TestCase("OfAccessedName", true)]
    [TestCase("OfRequiredName", true)]
    [TestCase("OfReturnedName", true)]
    [TestCase("OfKeptName", true)]
    [TestCase("OfObject", true)]
    [TestCase("OfParameter<T>", true)]
    [TestCase("OfParameterAsync<T>", true)]
    [TestCase("OfText", false)]
    [TestCase("OfAny", false)]
    [TestCase("OfOther<T>", false)]
    public void A_closure_stays_whose_field_is_followed(string method, bool stays) => Assert.That(
        CallDecisions.All.Of(s_woven.Value.Decisions, "C").Where(decision => decision.Method.StartsWith(method + "(")).Select(decision => decision.Decision),
        Is.EqualTo(new[] { stays ? "ContinueWith passes the delegate's object as its state." : "ContinueWith passes the captured captured as its state; there is no closure object." }));

    [Test]
    public void A_closure_stays_whose_class_has_a_followed_type_parameter_of_a_class_around_it() => Assert.That(
        CallDecisions.All.Of(s_woven.Value.Decisions, "D<T>").Select(decision => decision.Decision), Is.EqualTo(new[] { "ContinueWith passes the delegate's object as its state." }));

    private static void WithModule(Action<ModuleDefinition> look)
    {
        using var module = s_woven.Value.Woven.Result.Read();
        Assert.Multiple(() => look(module));
    }
}
