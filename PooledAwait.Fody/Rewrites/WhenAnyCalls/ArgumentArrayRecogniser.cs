namespace PooledAwait.Fody.Rewrites;

/// <summary>Recognises arrays that the weaver can remove. Such an array has a constant length, and is the only argument of a call.</summary>
internal sealed class ArgumentArrayRecogniser(StackAnalysis stack)
{
    /// <summary>
    /// Returns the length of the array that a call takes; null if the calling method does not make the array, or if the length is not one constant.
    /// </summary>
    public int? LengthOf(Instruction call) => stack.SingleProducerOf(call, 0) is { OpCode.Code: Code.Newarr } made
        ? Constant.Of(stack.SingleProducerOf(made, 0))
        : null;

    /// <param name="call">The call, which takes an array as its only argument.</param>
    /// <param name="element">
    /// The element type of the array that the call takes. An array with another element type is not recognised, because stores into such an array may throw.
    /// </param>
    public ArgumentArray? Recognise(Instruction call, TypeReference element)
    {
        if (LengthOf(call) is not { } length || length is < 2 or > 4 ||
            stack.SingleProducerOf(call, 0) is not { Operand: TypeReference type } made ||
            type.FullName != element.FullName ||
            stack.OnlyUseOf(stack.SingleProducerOf(made, 0)!) != new StackUse(made, 0) ||
            stack.OnlyUseOf(made) is not { Consumer.OpCode.Code: Code.Dup } first)
        {
            return null;
        }

        // After each dup, two references to the array are on the stack. The store takes the upper reference. The next dup, or the call, takes the lower
        // reference.
        List<Instruction> steps = [stack.SingleProducerOf(made, 0)!, made];
        var copy = first.Consumer;
        for (var i = 0; i < length; i++)
        {
            var uses = stack.DirectConsumersOf(copy);
            if (uses.Count != 2 ||
                !uses.All(TakesOneArray) ||
                uses.Select(use => use.Consumer).FirstOrDefault(IsStore) is not { } store ||
                stack.SingleProducerOf(store, 1) is not { } index ||
                Constant.Of(index) != i ||
                stack.OnlyUseOf(index) != new StackUse(store, 1))
            {
                return null;
            }

            steps.AddRange([copy, index, store]);
            copy = uses.Select(use => use.Consumer).First(use => use != store);
            if (i < length - 1 ? copy.OpCode.Code != Code.Dup : copy != call)
            {
                return null;
            }
        }

        return steps.Any(Prefix.IsBefore) || !stack.AreTakenInOrder([.. steps, call]) ? null : new ArgumentArray(length, steps);

        bool IsStore(Instruction use) => use.OpCode.Code == Code.Stelem_Ref ||
            use.OpCode.Code == Code.Stelem_Any && ((TypeReference)use.Operand).FullName == type.FullName;
    }

    private bool TakesOneArray(StackUse use) => use.Argument == 0 && stack.DirectProducersOf(use.Consumer, 0).Count == 1;
}
