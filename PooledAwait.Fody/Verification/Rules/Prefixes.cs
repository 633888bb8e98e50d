namespace PooledAwait.Fody.Verification;

/// <summary>The prefixes before an instruction (ECMA-335, III.2).</summary>
internal sealed class Prefixes
{
    private readonly List<Code> _present = [];

    public TypeReference? Constrained { get; private set; }

    public bool Has(Code prefix) => _present.Count > 0 && _present.Contains(prefix);

    public void Clear()
    {
        if (_present.Count > 0)
        {
            _present.Clear();
            Constrained = null;
        }
    }

    public void Add(BodyFrame frame)
    {
        if (Has(frame.Code))
        {
            frame.Report(FindingKind.Prefix, $"{frame.Code} twice");
        }

        _present.Add(frame.Code);
        if (frame.Code == Code.Constrained)
        {
            Constrained = Operands.Type(frame);
        }
    }

    /// <summary>Reports prefixes that the instruction does not allow.</summary>
    public void Check(BodyFrame frame)
    {
        if (_present.Count == 0)
        {
            return;
        }

        foreach (var prefix in _present)
        {
            var fits = (prefix, frame.Code) switch
            {
                (Code.Constrained, Code.Callvirt or Code.Call or Code.Ldftn) => true,
                (Code.Tail, Code.Call or Code.Callvirt or Code.Calli) => true,
                (Code.Readonly, Code.Ldelema) => true,
                (Code.Readonly, Code.Call) => frame.Instruction.Operand is MethodReference { DeclaringType: ArrayType, Name: "Address" },
                (Code.Volatile, Code.Ldsfld or Code.Stsfld) => true,
                (Code.Volatile or Code.Unaligned, var code) => TakesAlignment(code),
                (Code.No, _) => true,
                _ => false,
            };
            if (!fits)
            {
                frame.Report(FindingKind.Prefix, $"{prefix} before {frame.Code}");
            }
        }
    }

    private static bool TakesAlignment(Code code) => code is (>= Code.Ldind_I1 and <= Code.Stind_R8) or Code.Stind_I
        or Code.Ldfld or Code.Stfld or Code.Ldobj or Code.Stobj or Code.Initblk or Code.Cpblk;
}
