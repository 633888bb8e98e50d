using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>The prefixes before an instruction (ECMA-335, III.2).</summary>
internal sealed class Prefixes
{
    private readonly List<ILOpCode> _present = [];

    public IType? Constrained { get; private set; }

    public bool Has(ILOpCode prefix) => _present.Contains(prefix);

    public void Clear()
    {
        _present.Clear();
        Constrained = null;
    }

    public void Add(BodyFrame frame)
    {
        var prefix = frame.Instruction.OpCode;
        if (Has(prefix))
        {
            frame.Report(FindingKind.Prefix, $"{prefix} twice");
        }

        _present.Add(prefix);
        if (prefix == ILOpCode.Constrained)
        {
            Constrained = frame.Module.Type(frame);
        }
    }

    /// <summary>Reports those that the instruction does not take.</summary>
    public void Check(BodyFrame frame)
    {
        foreach (var prefix in _present)
        {
            var fits = (prefix, frame.Instruction.OpCode) switch
            {
                (ILOpCode.Constrained, ILOpCode.Callvirt or ILOpCode.Call or ILOpCode.Ldftn) => true,
                (ILOpCode.Tail, ILOpCode.Call or ILOpCode.Callvirt or ILOpCode.Calli) => true,
                (ILOpCode.Readonly, ILOpCode.Ldelema) => true,
                (ILOpCode.Readonly, ILOpCode.Call) =>
                    frame.Module.Resolve(frame.Instruction.Operand) is MethodUse { DeclaringType.Kind: TypeKind.Array, Method.Name: "Address" },
                (ILOpCode.Volatile, ILOpCode.Ldsfld or ILOpCode.Stsfld) => true,
                (ILOpCode.Volatile or ILOpCode.Unaligned, var opCode) => TakesAlignment(opCode),
                _ => false,
            };
            if (!fits)
            {
                frame.Report(FindingKind.Prefix, $"{prefix} before {frame.Instruction.OpCode}");
            }
        }
    }

    private static bool TakesAlignment(ILOpCode opCode) =>
        opCode is (>= ILOpCode.Ldind_i1 and <= ILOpCode.Stind_r8) or ILOpCode.Stind_i
            or ILOpCode.Ldfld or ILOpCode.Stfld or ILOpCode.Ldobj or ILOpCode.Stobj
            or ILOpCode.Initblk or ILOpCode.Cpblk;
}
