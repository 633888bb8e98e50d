using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;

namespace Tests.Documentation.EmptyArrays;

/// <summary>Recognises arrays without elements. It changes nothing.</summary>
internal static class EmptyArrayRecogniser
{
    /// <returns>Null if the array may have elements. Nobody would expect a change of such an array, so there is nothing to report.</returns>
    public static Recognised<EmptyArray>? Recognise(StackAnalysis stack, Instruction newArray)
    {
        if (!stack.IsReachable(newArray))
        {
            return Condition.Unreachable.With();
        }

        var lengths = stack.ProducersOf(newArray, 0);
        if (!lengths.All(length => Constant.Of(length) == 0))
        {
            return null;
        }

        return lengths.Count == 1 && stack.DirectConsumersOf(lengths[0]).Count == 1
            ? new EmptyArray(lengths[0], newArray)
            : Reason.NotFollowed;
    }
}
