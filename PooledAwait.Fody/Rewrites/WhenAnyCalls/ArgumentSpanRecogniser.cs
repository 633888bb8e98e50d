namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Recognises spans that the weaver can remove. If a call has a few arguments for a <c>params</c> span (C# 13), the compiler stores the arguments in a buffer,
/// and passes a span over the buffer. The buffer is a local variable for this call alone. The compiled code clears the buffer, stores the arguments into it,
/// and makes the span.
/// </summary>
internal sealed class ArgumentSpanRecogniser(StackAnalysis stack, LocalFlow locals)
{
    private const string Span = "AsReadOnlySpan";
    private const string Element = "ElementRef";

    /// <summary>Returns the length of the span that a call takes; null if the compiler did not make the span for the call.</summary>
    public int? LengthOf(Instruction call) => stack.SingleProducerOf(call, 0) is { } span && IsOfBuffer(span, Span) ? Constant.Of(stack.SingleProducerOf(span, 1)) : null;

    /// <summary>For an instruction that stores an element into a span's buffer, returns the call that takes the span; null for any other instruction.</summary>
    public Instruction? CallOf(Instruction store) =>
        stack.SingleProducerOf(store, 0) is { } element && IsOfBuffer(element, Element) && BufferOf(element) is { } buffer &&
        locals.AccessesOf(buffer).Select(OnlyTaker).FirstOrDefault(taker => taker != null && IsOfBuffer(taker, Span)) is { } span
            ? stack.OnlyUseOf(span)?.Consumer
            : null;

    /// <param name="call">The call, which takes a span as its only argument.</param>
    public ArgumentArray? Recognise(Instruction call)
    {
        if (LengthOf(call) is not { } length || length is < 2 or > 4 ||
            stack.SingleProducerOf(call, 0) is not { } span || stack.OnlyUseOf(span) != new StackUse(call, 0) || BufferOf(span) is not { } buffer ||
            locals.AccessesOf(buffer) is not { } accesses || accesses.Count != length + 2 || OnlyTaker(accesses[0]) is not { OpCode.Code: Code.Initobj } clear)
        {
            return null;
        }

        List<Instruction> steps = [accesses[0].At, clear];
        for (var i = 0; i < length; i++)
        {
            if (OnlyTaker(accesses[i + 1]) is not { } element || !IsOfBuffer(element, Element) || IndexOf(element, i) is not { } index ||
                stack.OnlyUseOf(element) is not { Argument: 0, Consumer: { OpCode.Code: Code.Stind_Ref } store })
            {
                return null;
            }

            steps.AddRange([accesses[i + 1].At, index, element, store]);
        }

        if (OnlyTaker(accesses[length + 1]) != span || IndexOf(span, length) is not { } count)
        {
            return null;
        }

        steps.AddRange([accesses[length + 1].At, count, span]);
        return steps.Any(Prefix.IsBefore) || !stack.AreTakenInOrder([.. steps, call]) ? null : new ArgumentArray(length, steps);
    }

    /// <summary>
    /// Returns the buffer that a compiler-generated call uses. The call makes a span over the buffer, or returns a reference to an element of the buffer. Its
    /// first argument is the address of the buffer, which is a local variable. Returns null if the first argument is not the address of a local variable.
    /// </summary>
    private Variable? BufferOf(Instruction part) =>
        stack.SingleProducerOf(part, 0) is { } address && VariableAccess.Of(address, stack.Flow.Method) is { Kind: VariableAccessKind.Address, Variable: { IsParameter: false } buffer } ? buffer : null;

    /// <summary>
    /// If an access loads the buffer's address, returns the only instruction that takes this address. Null for any other access, or if several instructions
    /// take the address.
    /// </summary>
    private Instruction? OnlyTaker(VariableAccess access) =>
        access.Kind == VariableAccessKind.Address && stack.OnlyUseOf(access.At) is { Argument: 0, Consumer: var taker } ? taker : null;

    /// <summary>Returns the instruction that loads a call's second argument, if this argument is the given number; otherwise null.</summary>
    private Instruction? IndexOf(Instruction call, int number) =>
        stack.ArgumentCountOf(call) == 2 && stack.SingleProducerOf(call, 1) is { } load && Constant.Of(load) == number && stack.OnlyUseOf(load) == new StackUse(call, 1) ? load : null;

    /// <summary>
    /// Returns whether an instruction calls one of the methods that the compiler generates for its buffers. The method's name must end with the given text.
    /// </summary>
    private static bool IsOfBuffer(Instruction instruction, string name) =>
        instruction is { OpCode.Code: Code.Call, Operand: MethodReference { DeclaringType.Name: "<PrivateImplementationDetails>" } called } &&
        called.Name.StartsWith("InlineArray", StringComparison.Ordinal) && called.Name.EndsWith(name, StringComparison.Ordinal);
}
