namespace Tests.Faults;

/// <summary>Methods whose bytes were overwritten, as an obfuscator may do.</summary>
internal static class DamagedCodeFaults
{
    private const string PlainSource = "public class C { public static long M() => 0x1122334455667788; }";

    private const string AsyncSource =
        "using System.Threading.Tasks; " +
        "public class C { public static async ValueTask<long> M() { await Task.Yield(); return 0x1122334455667788; } }";

    private const string CalleeSource =
        "using System.Threading.Tasks; public class C { static async ValueTask M() => await Task.Yield(); " +
        "static long Once(ValueTask v) => 0x1122334455667788; public static void Caller() { Once(M()); } }";

    private const string PassedOn = "passed-on: A caller passes the method's ValueTask to code that may use it in any way. In C.Caller(), source.cs:1.";

    private const byte NoOpCode = 0xA6;
    private const byte BeyondOpCodes = 0xF0;
    private const byte LdlocS = 0x11;
    private const byte Nop = 0x00;

    /// <summary>The bytes of a number that all the sources contain. In the image, these bytes come after the opcode that loads the number.</summary>
    private static readonly byte[] s_number = [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11];

    public static IEnumerable<Fault> All =>
    [
        new("Code", "A method's bytes are no instructions", Outcome.Woven, FaultyWeave.Nothing, Damaged(PlainSource, NoOpCode)),
        new("Code", "A method that a ValueTask is passed to has bytes that are no instructions", Outcome.LeftAlone, $"{PassedOn} `C.Once(ValueTask)` gets it, and the weaver cannot see that method's code.", Damaged(CalleeSource, NoOpCode)),
        OfAsync("An async method's bytes are no instructions", NoOpCode),
        OfAsync("An async method names a variable that it does not have", LdlocS, 200, Nop, Nop, Nop, Nop, Nop, Nop, Nop),
        OfPlain("A method has a byte that no opcode begins with", BeyondOpCodes),
    ];

    private static Fault OfPlain(string what, params byte[] code) => Refused(what, PlainSource, "System.Int64 C::M()", code);

    private static Fault OfAsync(string what, params byte[] code) => Refused(what, AsyncSource, "System.Void C/<M>d__0::MoveNext()", code);

    private static Fault Refused(string what, string source, string method, byte[] code)
    {
        var told = $"PooledAwait: the bytes of {method} in AssemblyToProcess.dll are not valid instructions, so the weaver cannot write them back. " +
            "Weave before the tool that wrote them.";
        return new("Code", what, Outcome.Error, told, Damaged(source, code));
    }

    /// <summary>Compiles the source, overwrites the instruction that loads the number, and weaves the assembly.</summary>
    private static Func<(Outcome Outcome, string Told)> Damaged(string source, params byte[] code) => new FaultyWeave
    {
        Source = source,
        Damage = image =>
        {
            var damaged = (byte[])image.Clone();
            code.CopyTo(damaged, image.AsSpan().IndexOf(s_number) - 1);
            return damaged;
        },
    }.Meet;
}
