using Mono.Cecil.Cil;
using PooledAwait.Fody.Verification;

namespace Tests.Verification.Broken;

/// <summary>Cases with wrong uses of managed pointers and arrays.</summary>
internal static class BrokenMemory
{
    public static readonly IReadOnlyList<BrokenBody> All =
    [
        new("a managed pointer to another field", FindingKind.Assignment, "static void M(Other other) => Interlocked.Increment(ref other.Field);",
            body => body.Put(body.Of("Field"), OpCodes.Ldflda, body.Shared("Other").Fields.Single(f => f.Name == "Name"))),
        new("a value where its address is needed", FindingKind.Assignment, "static void M(Other other) => Interlocked.Increment(ref other.Field);",
            body => body.Of("Field").OpCode = OpCodes.Ldfld),
        new("a read of another size", FindingKind.Operand, "static int M(ref int n) => n;",
            body =>
            {
                body.Put(body.At(OpCodes.Ldind_I4), OpCodes.Ldind_I8);
                body.After(body.At(OpCodes.Ldind_I8), Instruction.Create(OpCodes.Conv_I4));
            }),
        new("a reference read from a number", FindingKind.Operand, "static object M(ref object o, ref int n) => o;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a reference of another class written", FindingKind.Assignment, "static void M(ref string s, object o) => s = (string)o;",
            body => body.Remove(body.At(OpCodes.Castclass))),
        new("a number written through an object", FindingKind.Operand, "static void M(ref int n, object o) => n = 1;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("another struct made empty", FindingKind.Operand, "static void M(ref Pair pair, ref DateTime other) => pair = default;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("another struct copied", FindingKind.Operand, "static Pair M(ref Pair pair, ref DateTime other) => pair;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a store through what only reads", FindingKind.ReadOnly, "static void M(in int only, ref int n) => n = 1;",
            body => body.Put(body.At(OpCodes.Ldarg_1), OpCodes.Ldarg_0)),
        new("what only reads, passed on", FindingKind.ReadOnly, "static void M(in int only, ref int n) => Interlocked.Increment(ref n);",
            body => body.Put(body.At(OpCodes.Ldarg_1), OpCodes.Ldarg_0)),
        new("the address of an argument as result", FindingKind.LocalEscapes, "static ref int M(int n, ref int r) => ref r;",
            body => body.Put(body.At(OpCodes.Ldarg_1), OpCodes.Ldarga, body.Method.Parameters[0])),
        new("another element stored", FindingKind.Assignment, "static void M(string[] strings, string s, object o) => strings[0] = s;",
            body => body.Put(body.At(OpCodes.Ldarg_1), OpCodes.Ldarg_2)),
        new("an element of another size stored", FindingKind.Operand, "static void M(int[] numbers, int n) => numbers[0] = n;",
            body => body.Put(body.At(OpCodes.Stelem_I4), OpCodes.Stelem_I2)),
        new("a number stored among objects", FindingKind.Operand, "static void M(int[] numbers, object[] objects) => numbers[0] = 1;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("an object read among numbers", FindingKind.Operand, "static object M(object[] objects, int[] numbers) => objects[0];",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("the address of another element", FindingKind.Operand,
            "static void M(int[] numbers, long[] longs) => Interlocked.Increment(ref numbers[0]);",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("an element of no array", FindingKind.Operand, "static int M(int[] numbers, object o) => numbers[0];",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("an array as long as an object", FindingKind.Operand, "static int[] M(int n, object o) => new int[n];",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("an array of another element", FindingKind.Assignment, "static int[] M(int n) => new int[n];",
            body => body.Put(body.At(OpCodes.Newarr), OpCodes.Newarr, body.String)),
        new("unboxed to another type", FindingKind.Assignment, "static string M(object o) { var n = (int)o; return n.ToString(); }", body =>
        {
            body.Put(body.At(OpCodes.Unbox_Any), OpCodes.Unbox_Any, body.String);
        }),
        new("the length of no array", FindingKind.Operand, "static int M(int[] numbers, object o) => numbers.Length;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
    ];
}
