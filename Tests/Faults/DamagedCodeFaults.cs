namespace Tests.Faults;

/// <summary>Methods whose bytes were overwritten, as obfuscators do it.</summary>
internal static class DamagedCodeFaults
{
    private const string AsyncSource =
        "using System.Threading.Tasks; " +
        "public class C { public static async ValueTask<long> M() { await Task.Yield(); return 0x1122334455667788; } }";

    private const string NoInstructions =
        "PooledAwait: the bytes of System.Void C/<M>d__0::MoveNext() are no instructions, and cannot be written again. " +
        "Weave before the tool that made them so.";

    private const byte NoOpCode = 0xA6;
    private const byte LdlocS = 0x11;
    private const byte Nop = 0x00;

    /// <summary>The number in the sources, as it lies in the image behind the opcode that loads it.</summary>
    private static readonly byte[] s_number = [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11];

    public static IEnumerable<Fault> All =>
    [
        new("Code", "A method's bytes are no instructions", Outcome.Woven, FaultyWeave.Nothing, new FaultyWeave
        {
            Source = "public class C { public static long M() => 0x1122334455667788; }",
            Damage = image => WithLoad(image, NoOpCode),
        }.Meet),
        new("Code", "An async method's bytes are no instructions", Outcome.Error, NoInstructions, new FaultyWeave
        {
            Source = AsyncSource,
            Damage = image => WithLoad(image, NoOpCode),
        }.Meet),
        new("Code", "An async method names a variable that it does not have", Outcome.Error, NoInstructions, new FaultyWeave
        {
            Source = AsyncSource,
            Damage = image => WithLoad(image, LdlocS, 200, Nop, Nop, Nop, Nop, Nop, Nop, Nop),
        }.Meet),
    ];

    /// <summary>The image with other bytes where the number is loaded.</summary>
    private static byte[] WithLoad(byte[] image, params byte[] code)
    {
        var damaged = (byte[])image.Clone();
        code.CopyTo(damaged, image.AsSpan().IndexOf(s_number) - 1);
        return damaged;
    }
}
