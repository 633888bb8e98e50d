using Microsoft.CodeAnalysis.CSharp;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;

namespace Tests.Report.Conditions;

/// <content>ValueTasks, classes that virtual calls may reach, and delegates.</content>
internal sealed partial record PreparedModule
{
    private const string OneConsumer =
        """
        using System.Threading.Tasks;
        public class C
        {
            static async ValueTask<int> M() => await Task.FromResult(1);
            static int N() { var task = M(); return task.GetAwaiter().GetResult(); }
        }
        """;

    private const string OneClass =
        """
        using System.Threading.Tasks;
        public interface I { Task M<T>(); }
        public class D : I { async Task I.M<T>() => await Task.Yield(); public Task Other<T>() => null; }
        public class C { static async Task N(I i) => await i.M<int>(); }
        """;

    private const string TwoDelegates =
        """
        using System.Collections.Concurrent;
        public class Pair { public string Add(string key) => key; public string Update(string key, string old) => old; public static string Static(string key, string old) => old; }
        public class C
        {
            static string M(ConcurrentDictionary<string, string> all) { var pair = new Pair(); return all.AddOrUpdate("key", pair.Add, pair.Update) + pair; }
            static string N(ConcurrentDictionary<string, string> all, Pair pair) => all.AddOrUpdate("key", pair.Add, Pair.Static);
        }
        """;

    private static IEnumerable<PreparedModule> ValueTasks =>
    [
        new("delegate-taken", "a Lazy, which may call every delegate of its type", """
            using System;
            using System.Threading.Tasks;
            public static class C
            {
                public static Lazy<ValueTask<int>> N() => new(M);
                static async ValueTask<int> M() { await Task.Yield(); return 1; }
            }
            """),
        new("in-own-task", "a method that the runtime suspends", OneConsumer.Replace("static int N() { var task = M(); return task.GetAwaiter().GetResult(); }", "static ValueTask<int> N() => M();"),
            module => Suspend(Method(module, "N"))),
        new("too-many-places", "a ValueTask that is copied into 70 variables", OneConsumer, module =>
        {
            var method = Method(module, "N");
            var behind = Call(method, "M").Next;
            for (var i = 0; i < 70; i++)
            {
                method.Body.Variables.Add(new VariableDefinition(Method(module).ReturnType));
                Before(method, behind, Instruction.Create(OpCodes.Dup), Instruction.Create(OpCodes.Stloc, method.Body.Variables[^1]));
            }
        }),
        new("machine-unknown", "an async method that awaits nothing", OneConsumer.Replace(
            "static int N() { var task = M(); return task.GetAwaiter().GetResult(); }",
            "static void N() => TakeAsync(M()); static async Task TakeAsync(ValueTask<int> task) { task.GetAwaiter().GetResult(); }")),
        new("too-many-paths", "60,000 instructions behind a call", OneConsumer, module =>
        {
            var method = Method(module, "N");
            var instructions = method.Body.Instructions.ToList();
            instructions.InsertRange(instructions.IndexOf(Call(method, "M")) + 1, Enumerable.Range(0, 60_000).Select(_ => Instruction.Create(OpCodes.Nop)));
            method.Body.Instructions.Clear();
            instructions.ForEach(method.Body.Instructions.Add);
        }),
        new("handed-too-far", "a chain of 60 methods",
            $$"""
            using System.Threading.Tasks;
            public class C
            {
                static async ValueTask<int> M() => await Task.FromResult(1);
                static void N() => M0(M());
                {{string.Join("\n", Enumerable.Range(0, 60).Select(i => $"static void M{i}(ValueTask<int> task) => M{i + 1}(task);"))}}
                static void M60(ValueTask<int> task) => task.GetAwaiter().GetResult();
            }
            """),
    ];

    private static IEnumerable<PreparedModule> Receivers =>
    [
        new("implementation-without-code", "an implementation without its code", OneClass, module => Implementation(module).ImplAttributes |= MethodImplAttributes.InternalCall),
        new("other-signature", "an implementation that returns an object", OneClass, module => Implementation(module).ReturnType = module.TypeSystem.Object),
        new("method-constraints-differ", "an implementation with another constraint", OneClass, module =>
            Implementation(module).GenericParameters[0].Attributes |= GenericParameterAttributes.ReferenceTypeConstraint),
        new("several-methods", "two implementations of one method", OneClass, module =>
            Method(module, "Other", "D").Overrides.Add(Implementation(module).Overrides[0])),
        new("implemented-again", "a class that inherits what it implements by name alone",
            """
            using System.Threading.Tasks;
            public interface I { Task M(); }
            public abstract class First : I { public async Task M() => await Task.Yield(); }
            public abstract class Second : First { public new virtual async Task M() => await Task.Yield(); }
            public class D : Second, I { }
            public class C { static async Task N(I i) => await i.M(); }
            """,
            module =>
            {
                foreach (var method in module.GetType("D").Methods.Where(method => method.HasOverrides).ToList())
                {
                    module.GetType("D").Methods.Remove(method);
                }
            }),
    ];

    private static IEnumerable<PreparedModule> Delegates =>
    [
        new("function-elsewhere", "an instruction between a function and its delegate", TwoDelegates, module =>
            Before(Method(module), Method(module).Body.Instructions.First(instruction => instruction.OpCode.Code == Code.Ldftn).Next, Instruction.Create(OpCodes.Nop))),
        new("method-unknown", "a delegate of a method that its type has not", TwoDelegates, module =>
        {
            var load = Method(module).Body.Instructions.First(instruction => instruction.OpCode.Code == Code.Ldftn);
            var known = (MethodReference)load.Operand;
            var missing = new MethodReference("Missing", known.ReturnType, known.DeclaringType) { HasThis = true };
            missing.Parameters.Add(new ParameterDefinition(module.TypeSystem.String));
            load.Operand = missing;
        }),
        new("variable-changed", "another object for the second delegate", TwoDelegates, module =>
        {
            var method = Method(module);
            var created = method.Body.Instructions.First(instruction => instruction.OpCode.Code == Code.Newobj);
            var second = method.Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ldftn).ElementAt(1).Previous;
            Before(method, second, Instruction.Create(OpCodes.Newobj, (MethodReference)created.Operand), Instruction.Create(created.Next.OpCode));
        }),
        new("other-captures-nothing", "compiled as C# 10", TwoDelegates) { Shape = Shape.Release with { Language = LanguageVersion.CSharp10 } },
        new("parameters-followed", "a method of the base library",
            """
            using System;
            using System.Collections.Concurrent;
            using System.ComponentModel;
            public class C { static Type M(ConcurrentDictionary<Type, Type> all, TypeDescriptionProvider provider) => all.GetOrAdd(typeof(C), provider.GetReflectionType); }
            """),
    ];

    private static MethodDefinition Implementation(ModuleDefinition module) => module.GetType("D").Methods.Single(method => method.HasOverrides);
}
