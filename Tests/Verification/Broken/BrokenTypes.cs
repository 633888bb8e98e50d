using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;
using PooledAwait.Fody.Verification;

namespace Tests.Verification.Broken;

/// <summary>Cases with values of a wrong type.</summary>
internal static class BrokenTypes
{
    public static readonly IReadOnlyList<BrokenBody> All =
    [
        new("another generic instantiation", FindingKind.Receiver, "static int M(List<string> names) => names.Count;",
            body => body.Put(body.Of("get_Count"), OpCodes.Callvirt, body.On((MethodReference)body.Of("get_Count").Operand, body.Int32))),
        new("a generic type without its arguments", FindingKind.Instantiation, "static int M(Box<int> box) => box.Get();",
            body => body.Put(body.Of("Get"), OpCodes.Callvirt, body.Shared("Box`1").Methods.Single(m => m.Name == "Get"))),
        new("a type argument that does not meet a constraint", FindingKind.Instantiation,
            "static void Start<T>() where T : class, ITell { } static void M() => Start<ITell>();",
            body => ((GenericInstanceMethod)body.Of("Start").Operand).GenericArguments[0] = body.String),
        new("a type argument without a constructor", FindingKind.Instantiation,
            "static T Make<T>() where T : new() => new T(); static Other M() => Make<Other>();",
            body => ((GenericInstanceMethod)body.Of("Make").Operand).GenericArguments[0] = body.Shared("Square").BaseType),
        new("another awaiter", FindingKind.Assignment, "static async Task<int> M(Task<int> task) => await task;",
            body =>
            {
                var awaiter = body.Code.Variables.Single(v => v.VariableType.Name == "TaskAwaiter`1");
                awaiter.VariableType = awaiter.VariableType.GetElementType().MakeGenericInstanceType(body.String);
            }),
        new("the builder of another result", FindingKind.Receiver, "static async Task<int> M(Task<int> task) => await task;",
            body => body.Put(body.Of("SetException"), OpCodes.Call, body.On((MethodReference)body.Of("SetException").Operand, body.String))),
        new("the machine of another method", FindingKind.Assignment,
            "static async Task<int> M(Task<int> task) => await task; static async Task<int> N(Task<int> task) => await task;",
            body =>
            {
                var awaits = (GenericInstanceMethod)body.Of("AwaitUnsafeOnCompleted").Operand;
                awaits.GenericArguments[1] = body.Method.DeclaringType.DeclaringType.NestedTypes.Single(type => type.Name.StartsWith("<N>"));
            }),
        new("a field of another machine", FindingKind.Receiver,
            "static async Task<int> M(Task<int> task) => await task; static async Task<int> N(Task<int> task) => await task;",
            body => body.Put(
                body.At(OpCodes.Stfld),
                OpCodes.Stfld,
                body.Method.DeclaringType.DeclaringType.NestedTypes.Single(type => type.Name.StartsWith("<N>"))
                    .Fields.Single(field => field.Name == "<>1__state"))),
        new("a missing castclass", FindingKind.Assignment, "static string M(object o) => (string)o;",
            body => body.Remove(body.At(OpCodes.Castclass))),
        new("a castclass to another type", FindingKind.Assignment, "static string M(object o) => (string)o;",
            body => body.Put(body.At(OpCodes.Castclass), OpCodes.Castclass, body.Shared("Other"))),
        new("a missing box", FindingKind.Assignment, "static object M(int n) => n;", body => body.Remove(body.At(OpCodes.Box))),
        new("a box too many", FindingKind.Assignment, "static int M(int n) => n;",
            body => body.After(body.At(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Box, body.Int32))),
        new("a box of another type", FindingKind.Assignment, "static object M(long n) => n;",
            body => body.Put(body.At(OpCodes.Box), OpCodes.Box, body.Int32)),
        new("a box of what lives on the stack", FindingKind.RefStruct, "static object M(Span<int> n) { var length = n.Length; return length; }",
            body =>
            {
                body.Put(body.At(OpCodes.Box), OpCodes.Box, body.Method.Parameters[0].ParameterType);
                body.Put(body.At(OpCodes.Ldarga_S), OpCodes.Ldarg_0);
                body.Remove(body.Of("get_Length"));
            }),
        new("arguments in another order", FindingKind.Assignment,
            "static bool M(string s, object o) => Is(s, o); static bool Is(string s, object o) => true;",
            body =>
            {
                body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg, body.Method.Parameters[1]);
                body.Put(body.At(OpCodes.Ldarg_1), OpCodes.Ldarg_0);
            }),
        new("an object as a number", FindingKind.Operand, "static int M(int n) => n + 1;",
            body => body.Put(body.At(OpCodes.Ldc_I4_1), OpCodes.Ldnull)),
        new("numbers of different sizes", FindingKind.Operand, "static long M(long n) => n + 1;", body => body.Remove(body.At(OpCodes.Conv_I8))),
        new("objects put in an order", FindingKind.Operand, "static bool M(int n, object o) => n < 3;",
            body =>
            {
                body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1);
                body.Put(body.At(OpCodes.Ldc_I4_3), OpCodes.Ldarg_1);
            }),
        new("a struct as a condition", FindingKind.Operand, "static int M(int n, Pair pair) => n > 0 ? 1 : 2;",
            body =>
            {
                body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1);
                body.Remove(body.At(OpCodes.Ldc_I4_0));
                var branch = body.Code.Instructions.First(i => i.OpCode.FlowControl == FlowControl.Cond_Branch);
                body.Put(branch, OpCodes.Brtrue, body.At(OpCodes.Ldc_I4_1));
            }),
        new("another result", FindingKind.Assignment, "static string M(string s, object o) => s;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a wider exception than the handler takes", FindingKind.Assignment,
            """
            static int M(string s) { try { s = s.Trim(); } catch (InvalidOperationException e) { var caught = e; Use(ref caught); } return 1; }
            static void Use(ref InvalidOperationException e) { }
            """,
            body => body.Code.ExceptionHandlers[0].CatchType =
                new TypeReference("System", "Exception", body.Module, body.Module.TypeSystem.CoreLibrary)),
    ];
}
