namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Finds instructions in a constructor that may run before the base class's constructor has run. Such code is allowed to use <c>this</c> as the target of a new
/// delegate, because creating a delegate does not use the object. It is not allowed to store the object in a variable or pass it as an argument. For example, a
/// lambda in a field's initialiser has <c>this</c> as its target if it uses a parameter of the primary constructor.
/// </summary>
internal static class UnderConstruction
{
    /// <param name="stack">The analysis of the method.</param>
    /// <param name="at">An instruction of the method that takes <c>this</c>.</param>
    public static bool MayBe(StackAnalysis stack, Instruction at)
    {
        var method = stack.Flow.Method;
        return method is { IsConstructor: true, IsStatic: false, DeclaringType.IsValueType: false } &&
            new Paths(stack.Flow).Exist(stack.Flow.Instructions[0], [at], stack.Flow.Instructions.Where(call => Constructs(call, stack)));
    }

    /// <summary>Returns whether a call constructs <c>this</c>: it calls the base class's constructor, or another constructor of the class itself.</summary>
    private static bool Constructs(Instruction call, StackAnalysis stack) =>
        call is { OpCode.Code: Code.Call, Operand: MethodReference { Name: ".ctor" } } && stack.IsReachable(call) &&
        stack.ProducersOf(call, 0).All(producer => VariableAccess.Of(producer, stack.Flow.Method)?.Variable == Variable.This);
}
