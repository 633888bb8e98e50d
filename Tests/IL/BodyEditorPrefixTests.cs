using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;

namespace Tests.IL;

[Parallelizable(ParallelScope.Self)]
public class BodyEditorPrefixTests
{
    private static readonly OpCode[] s_prefixes =
        [OpCodes.Constrained, OpCodes.Tail, OpCodes.Volatile, OpCodes.Unaligned, OpCodes.Readonly, OpCodes.No];

    [TestCaseSource(nameof(s_prefixes))]
    public void Nothing_comes_between_a_prefix_and_its_instruction(OpCode code)
    {
        var body = new HandWritten();
        var prefix = code.OperandType switch
        {
            OperandType.InlineType => Instruction.Create(code, body.Int32),
            OperandType.ShortInlineI => Instruction.Create(code, (byte)1),
            _ => Op(code),
        };
        Instruction prefixed = Op(OpCodes.Ldind_I4), ret = Op(OpCodes.Ret);
        using var editor = new BodyEditor(body.Write(prefix, prefixed, ret));
        Assert.Multiple(() =>
        {
            Assert.Throws<InvalidOperationException>(() => editor.InsertAfter(prefix, Op(OpCodes.Nop)));
            Assert.Throws<InvalidOperationException>(() => editor.InsertOnEveryPathTo(prefixed, Op(OpCodes.Nop)));
            Assert.Throws<InvalidOperationException>(() => editor.Nop(prefixed));
        });
        editor.Nop(prefix);
        editor.Nop(prefixed);
        Assert.That(body.Method.Body.Instructions.Select(i => i.OpCode), Is.EqualTo(new[] { OpCodes.Nop, OpCodes.Nop, OpCodes.Ret }));
    }
}
