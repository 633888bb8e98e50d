using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Report.Conditions;

/// <content>Tasks that are kept, and calls.</content>
internal sealed partial record PreparedModule
{
    private const string Kept =
        """
        using System.Threading.Tasks;
        public class C
        {
            static async Task M() => await Task.Yield();
            static async Task N(bool f) { var task = M(); await Task.Yield(); await task; }
            static void Other() { }
        }
        """;

    private const string PerhapsNull =
        """
        using System.Threading.Tasks;
        public class C
        {
            static async Task M() => await Task.Yield();
            static async Task N(bool f) { Task task = null; if (f) task = M(); await Task.Yield(); await task; }
        }
        """;

    // A test marks methods of this code as suspended by the runtime. These methods return nothing, so their bodies need no task.
    private const string Suspended =
        """
        #pragma warning disable SYSLIB5007
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        public class C
        {
            static async Task M() => await Task.Yield();
            static void N(Task task) { task = M(); AsyncHelpers.Await(task); }
            static void O() { AsyncHelpers.Await(M()); }
            static void P(S s) { AsyncHelpers.Await(s.M()); }
            static void Tick() { }
        }
        public struct S { public async Task M() => await Task.Yield(); }
        """;

    private static IEnumerable<PreparedModule> Keeping =>
    [
        new("variable-read-elsewhere", "a method that reads another's variable", Kept, module =>
            AtStart(Method(module, "Other"), Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Ldfld, Variable(module)), Instruction.Create(OpCodes.Pop))),
        new("variable-unreachable", "a read behind the end of a method", Kept, module =>
        {
            foreach (var instruction in (Instruction[])[Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, Variable(module)), Instruction.Create(OpCodes.Pop), Instruction.Create(OpCodes.Ret)])
            {
                MoveNext(module, "N").Body.Instructions.Add(instruction);
            }
        }),
        new("never-awaited", "null in the place of a variable", Kept, module =>
        {
            var moveNext = MoveNext(module, "N");
            foreach (var load in moveNext.Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ldfld && instruction.Operand == Variable(module)).ToList())
            {
                Before(moveNext, load, Instruction.Create(OpCodes.Pop));
                moveNext.Body.GetILProcessor().Replace(load, Instruction.Create(OpCodes.Ldnull));
            }
        }),
        new("awaited-unset", "a variable without its first value", PerhapsNull, module =>
        {
            var moveNext = MoveNext(module, "N");
            var store = moveNext.Body.Instructions.First(instruction => instruction.OpCode.Code == Code.Stfld && instruction.Operand == Variable(module));
            moveNext.Body.GetILProcessor().InsertAfter(store, Instruction.Create(OpCodes.Pop));
            moveNext.Body.GetILProcessor().Replace(store, Instruction.Create(OpCodes.Pop));
        }),
        new("takes-reference", "a struct's method that the runtime awaits", Suspended, module => Suspend(Method(module, "P"))),
        new("parameter-keeps", "a method that the runtime suspends", Suspended, module => Suspend(Method(module, "N"))),
        new("code-before-await", "a call before an await by the runtime", Suspended, module =>
        {
            Suspend(Method(module, "O"));
            Before(Method(module, "O"), Call(Method(module, "O"), "Await"), Instruction.Create(OpCodes.Call, Method(module, "Tick")));
        }),
    ];

    private static IEnumerable<PreparedModule> Calls =>
    [
        new("prefixed-call", "a prefix before a call", OneCall.Replace("async Task M", "static async Task M"), module =>
            Before(MoveNext(module, "N"), Call(MoveNext(module, "N"), "M"), Instruction.Create(OpCodes.Tail))),
        new("unreachable", "a call behind the end of a method", OneCall.Replace("async Task M", "static async Task M"), module =>
        {
            foreach (var instruction in (Instruction[])[Instruction.Create(OpCodes.Call, Method(module)), Instruction.Create(OpCodes.Pop), Instruction.Create(OpCodes.Ret)])
            {
                MoveNext(module, "N").Body.Instructions.Add(instruction);
            }
        }),
        new("callee-not-found", "a call of a method that its type has not", OneCall.Replace("async Task M", "static async Task M"), module =>
            Call(MoveNext(module, "N"), "M").Operand = new MethodReference("Missing", Method(module).ReturnType, C(module))),
        new("warnings-suppressed", "an attribute that names a method",
            """
            using System.Diagnostics.CodeAnalysis;
            using System.Threading.Tasks;
            [assembly: UnconditionalSuppressMessage("Trimming", "IL2026", Scope = "member", Target = "M:C.Forward")]
            public class C
            {
                static async Task M() => await Task.Yield();
                static Task Forward() => M();
                static async Task N() => await Forward();
            }
            """),
        new("overload-unknown", "a call of an overload that there is not", WhenAny, module =>
        {
            var call = Call(Method(module), "WhenAny");
            var known = (MethodReference)call.Operand;
            var unknown = new MethodReference(known.Name, known.ReturnType, known.DeclaringType);
            unknown.Parameters.Add(new ParameterDefinition(known.Parameters[0].ParameterType));
            unknown.Parameters.Add(new ParameterDefinition(module.TypeSystem.Int32));
            Before(Method(module), call, Instruction.Create(OpCodes.Ldc_I4_0));
            call.Operand = unknown;
        }),
        new("not-in-runtime", "woven with another framework's PooledAwait.Runtime", "using System.Threading.Tasks; public class C { static Task<Task> M(Task a, Task b, Task c) => Task.WhenAny(a, b, c); }")
        {
            References = [.. Compilation.References.Of(Compilation.References.Current).Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll"), Compilation.References.Runtime("netstandard2.0")],
        },
    ];

    private const string WhenAny = "using System.Threading.Tasks; public class C { static Task<Task> M(Task[] all) => Task.WhenAny(all); }";

    private static FieldDefinition Variable(ModuleDefinition module) => Machine(module, "N").Fields.Single(field => field.Name.StartsWith("<task>5__", StringComparison.Ordinal));

    /// <summary>Marks a method as one that the runtime itself suspends.</summary>
    private static void Suspend(MethodDefinition method) => method.ImplAttributes |= (MethodImplAttributes)0x2000;
}
