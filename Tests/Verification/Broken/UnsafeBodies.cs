using Mono.Cecil.Cil;

namespace Tests.Verification.Broken;

/// <summary>What unsafe code may do, in code that was safe.</summary>
internal static class UnsafeBodies
{
    public static readonly IReadOnlyList<BrokenBody> All =
    [
        new("locals that are not zeroed", FindingKind.InitLocals, "static int M(string s) { int.TryParse(s, out var n); return n; }",
            body => body.Code.InitLocals = false),
        new("a read through a number", FindingKind.PointerAccess, "static int M(ref int n, nint p) => n;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a field through a number", FindingKind.PointerAccess, "static int M(ref Pair pair, nint p) => pair.First;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a method through a number", FindingKind.PointerAccess, "static int M(ref int? n, nint p) => n.GetValueOrDefault();",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a byte of what may be anything", FindingKind.ByteRead, "static byte M<T>(ref byte b, ref T t) => b;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a managed pointer as a number", FindingKind.ReferenceToPointer, "static nint M(nint n, ref int r) => n;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a number as a managed pointer", FindingKind.PointerToReference, "static ref int M(ref int r, nint n) => ref r;",
            body => body.Put(body.At(OpCodes.Ldarg_0), OpCodes.Ldarg_1)),
        new("a managed pointer that is moved", FindingKind.ReferenceArithmetic, "static ref int M(ref int r) => ref r;",
            body => body.After(body.At(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldc_I4_4), Instruction.Create(OpCodes.Add))),
        new("memory on the stack", FindingKind.StackMemory, "static void M() { }",
            body => body.Before(
                body.At(OpCodes.Ret), Instruction.Create(OpCodes.Ldc_I4_4), Instruction.Create(OpCodes.Localloc), Instruction.Create(OpCodes.Pop))),
        new("a block of memory", FindingKind.MemoryBlock, "static void M(nint from, nint to) { }",
            body => body.Before(
                body.At(OpCodes.Ret),
                Instruction.Create(OpCodes.Ldarg_0),
                Instruction.Create(OpCodes.Ldarg_1),
                Instruction.Create(OpCodes.Ldc_I4_4),
                Instruction.Create(OpCodes.Cpblk))),
        new("a call through a pointer", FindingKind.FunctionPointer, "static int M() => Get(); static int Get() => 1;",
            body =>
            {
                var called = body.Own("Get");
                body.Put(body.At(OpCodes.Call), OpCodes.Ldftn, called);
                body.After(body.At(OpCodes.Ldftn), Instruction.Create(OpCodes.Calli, new Mono.Cecil.CallSite(called.ReturnType)));
            }),
        new("a list of arguments", FindingKind.VariableArguments, "static void M() { }",
            body => body.Before(body.At(OpCodes.Ret), Instruction.Create(OpCodes.Arglist), Instruction.Create(OpCodes.Pop))),
    ];
}
