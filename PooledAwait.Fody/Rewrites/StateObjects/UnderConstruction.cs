namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Finds a constructor's instructions that possibly run before the base class's constructor has run. Such an instruction is allowed to make a delegate whose
/// target is <c>this</c>, because creating a delegate does not use the object. For example, a lambda in a field's initialiser has <c>this</c> as its target if
/// the lambda uses a parameter of the primary constructor. The instruction is not allowed to store <c>this</c> in a variable, or to pass <c>this</c> as an
/// argument.
/// </summary>
internal static class UnderConstruction
{
    /// <param name="stack">The analysis of the method.</param>
    /// <param name="at">The instruction to examine. It takes <c>this</c> from the stack.</param>
    public static bool MayBe(StackAnalysis stack, Instruction at)
    {
        var method = stack.Flow.Method;
        return method is { IsConstructor: true, IsStatic: false, DeclaringType.IsValueType: false } &&
            new Paths(stack.Flow).Exist(stack.Flow.Instructions[0], [at], stack.Flow.Instructions.Where(call => Constructs(call, stack)));
    }

    /// <summary>Returns whether a call runs the base class's constructor, or another constructor of the same class, on <c>this</c>.</summary>
    private static bool Constructs(Instruction call, StackAnalysis stack) =>
        call is { OpCode.Code: Code.Call, Operand: MethodReference { Name: ".ctor" } } && stack.IsReachable(call) &&
        stack.ProducersOf(call, 0).All(producer => VariableAccess.Of(producer, stack.Flow.Method)?.Variable == Variable.This);
}
