using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Finds the local functions that a forwarder calls, and declares copies of them for the forwarder's twin. (A forwarder is a method that returns another
/// method's task.) The twin cannot call the original functions, because for a trimmer a local function belongs to one method only. The copies are named like
/// local functions. From the calls in the twin, a trimmer then finds that the copies belong to the twin. Async local functions whose tasks the forwarder
/// returns are not copied.
/// </summary>
internal static class CopiedFunctions
{
    /// <param name="calls">The forwarder's calls of the local functions that are to be copied.</param>
    /// <param name="canStandTwice">Returns whether a local function may be copied.</param>
    /// <returns>The local functions that the calls reach, directly or through other local functions. Null if one of these functions cannot be copied.</returns>
    public static IReadOnlyList<MethodDefinition>? Of(IEnumerable<Instruction> calls, Func<MethodDefinition, bool> canStandTwice)
    {
        var found = new List<MethodDefinition>();
        var pending = new Stack<Instruction>(calls);
        while (pending.Count > 0)
        {
            var called = (MethodReference)pending.Pop().Operand;
            if (called.Definition() is not { HasBody: true } function || function.Module != called.Module || !IsPlain(function) || !canStandTwice(function))
            {
                return null;
            }

            if (found.Contains(function))
            {
                continue;
            }

            found.Add(function);
            foreach (var instruction in function.Body.Instructions.Where(TrimmerWarnings.CallsLocalFunction))
            {
                pending.Push(instruction);
            }
        }

        return found;
    }

    /// <summary>Declares a copy of a local function, without code.</summary>
    public static MethodDefinition Declare(MethodDefinition function)
    {
        var copy = SecondMethods.Declare(function, $"{function.Name}Direct");
        CopiedSignature.CopyAttributes(function.MethodReturnType, copy.MethodReturnType);
        return copy;
    }

    // A function cannot simply be copied if it is async, is an iterator, returns a task, or carries [MethodImpl(MethodImplOptions.Synchronized)].
    private static bool IsPlain(MethodDefinition function) =>
        !KickOff.Is(function) && !KickOff.IsIterator(function) && !RuntimeAsync.Is(function) && !TaskType.Is(function.ReturnType) && !function.IsSynchronized;
}
