using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;

namespace PooledAwait.Fody.StateObjects;

/// <summary>
/// Tells where a constructor's object is not constructed yet. It may be in a delegate there, which does not use it, but in no variable and no argument: a lambda in a field's initialiser
/// that captures a parameter of the primary constructor is over it.
/// </summary>
internal static class UnderConstruction
{
    /// <param name="stack">The method.</param>
    /// <param name="at">An instruction of it that takes the method's own object.</param>
    public static bool MayBe(StackAnalysis stack, Instruction at)
    {
        var method = stack.Flow.Method;
        return method is { IsConstructor: true, IsStatic: false, DeclaringType.IsValueType: false } &&
            new Paths(stack.Flow).Exist(stack.Flow.Instructions[0], [at], stack.Flow.Instructions.Where(call => Constructs(call, stack)));
    }

    /// <summary>The base class's constructor, or another of the class's own.</summary>
    private static bool Constructs(Instruction call, StackAnalysis stack) =>
        call is { OpCode.Code: Code.Call, Operand: MethodReference { Name: ".ctor" } } && stack.IsReachable(call) &&
        stack.ProducersOf(call, 0).All(producer => VariableAccess.Of(producer, stack.Flow.Method)?.Variable == Variable.This);
}
