using Mono.Cecil.Cil;
using PooledAwait.Fody.Verification;

namespace Tests.Verification.Broken;

/// <summary>Cases in which prefixes are missing, wrong or not allowed.</summary>
internal static class BrokenPrefixes
{
    public static readonly IReadOnlyList<BrokenBody> All =
    [
        new("a struct's method without constrained", FindingKind.Receiver, "static string M(Pair pair) => pair.ToString();",
            body => body.Remove(body.At(OpCodes.Constrained))),
        new("constrained to another type", FindingKind.Receiver, "static string M(Pair pair) => pair.ToString();",
            body => body.Put(body.At(OpCodes.Constrained), OpCodes.Constrained, body.Int32)),
        new("constrained to what has no such method", FindingKind.Receiver, "static string M<T>(T t) where T : ITell => t.Tell();",
            body =>
            {
                body.Put(body.At(OpCodes.Constrained), OpCodes.Constrained, body.Int32);
                body.Put(body.At(OpCodes.Ldarga_S), OpCodes.Ldarg_0);
            }),
        new("constrained before a load", FindingKind.Prefix, "static int M(int n) => n;",
            body => body.Before(body.At(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Constrained, body.Int32))),
        new("volatile before a call", FindingKind.Prefix, "static int M(string s) => s.Length;",
            body => body.Before(body.At(OpCodes.Callvirt), Instruction.Create(OpCodes.Volatile))),
        new("unaligned before a static field", FindingKind.Prefix, "static int M() => Figure.Made;",
            body => body.Before(body.At(OpCodes.Ldsfld), Instruction.Create(OpCodes.Unaligned, (byte)1))),
        new("readonly before a read", FindingKind.Prefix, "static int M(int[] n) => n[0];",
            body => body.Before(body.At(OpCodes.Ldelem_I4), Instruction.Create(OpCodes.Readonly))),
        new("a prefix twice", FindingKind.Prefix, "volatile int _n; int M() => _n;",
            body => body.Before(body.At(OpCodes.Volatile), Instruction.Create(OpCodes.Volatile))),
        new("a tail call that goes on", FindingKind.Prefix, "static int M(string s) => s.Length + 1;",
            body => body.Before(body.At(OpCodes.Callvirt), Instruction.Create(OpCodes.Tail))),
        new("a tail call with an address in this frame", FindingKind.LocalEscapes, "static int M(int n) => Interlocked.Increment(ref n);",
            body => body.Before(body.At(OpCodes.Call), Instruction.Create(OpCodes.Tail))),
        new("a branch between prefix and instruction", FindingKind.BranchTarget, "volatile int _n; int M() => _n;",
            body => body.Before(
                body.At(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Br, body.At(OpCodes.Ldfld)))),
    ];
}
