namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// A delegate that captures nothing. The compiler's code creates the delegate once and keeps it in a field. If another delegate of the same call captures
/// something, the changed call passes a state in place of the closure. Then the delegate that captures nothing must take the state too.
/// </summary>
/// <param name="Instructions">
/// All instructions that load the delegate: the load of the field, the null check, and the code that creates and stores the delegate.
/// </param>
/// <param name="Instance">The field that holds the delegate's target object; null if the delegate's method is static.</param>
internal sealed record CachedDelegate(IReadOnlyList<Instruction> Instructions, FieldReference? Instance)
{
    private static readonly Code[] s_shape =
    [
        Code.Ldsfld, Code.Dup, Code.Brtrue, Code.Pop,
        Code.Ldsfld, Code.Ldftn, Code.Newobj, Code.Dup, Code.Stsfld,
    ];

    /// <param name="stack">The analysis of the calling method.</param>
    /// <param name="call">The call.</param>
    /// <param name="passed">The delegate argument to examine.</param>
    /// <param name="producers">The instructions that produce the examined argument.</param>
    /// <returns>Null unless the argument is a delegate that captures nothing and is kept in a field.</returns>
    public static MadeDelegate? Of(StackAnalysis stack, Instruction call, PassedDelegate passed, IReadOnlyList<Instruction> producers)
    {
        if (producers.Count != 2 || producers.FirstOrDefault(producer => producer.OpCode.Code == Code.Ldsfld) is not { } first)
        {
            return null;
        }

        var code = new List<Instruction>();
        for (var instruction = first; instruction != null && code.Count < s_shape.Length; instruction = instruction.Next)
        {
            code.Add(instruction);
        }

        if (code.Count < s_shape.Length || !code.Select(Kind).SequenceEqual(s_shape) && !(Kind(code[4]) == Code.Ldnull && Others(code).SequenceEqual(Others(s_shape))))
        {
            return null;
        }

        var (kept, stored) = ((FieldReference)code[0].Operand, (FieldReference)code[8].Operand);
        var target = (MethodReference)code[5].Operand;
        var instance = code[4].Operand as FieldReference;
        return producers.Contains(code[6]) &&
            code[2].Operand == code[8].Next &&
            kept.FullName == stored.FullName &&
            kept.Name[0] == '<' && kept.DeclaringType.Resolve() is { } holder && CompilerGenerated.IsOn(holder) &&
            ((MethodReference)code[6].Operand).DeclaringType.FullName == passed.Shape.Type.FullName &&
            target.Definition() is { } definition &&
            definition.IsStatic == (instance == null) &&
            definition.Parameters.Count == passed.Shape.Parameters.Count &&
            !IsEnteredWithin(stack, code) &&
            stack.ProducersOf(call, passed.Argument).All(code.Contains)
                ? new MadeDelegate(passed, code[5], code[6], target, definition, IsVirtual: false, IsNeverNull: true, new CachedDelegate(code, instance))
                : null;
    }

    private static Code Kind(Instruction instruction) =>
        instruction.OpCode.Code == Code.Brtrue_S ? Code.Brtrue : instruction.OpCode.Code;

    private static IEnumerable<Code> Others(IEnumerable<Instruction> code) => Others(code.Select(Kind));

    private static IEnumerable<Code> Others(IEnumerable<Code> code) => code.Where((_, index) => index != 4);

    private static bool IsEnteredWithin(StackAnalysis stack, List<Instruction> code) => code.Skip(1).Any(stack.Flow.IsTarget);
}
