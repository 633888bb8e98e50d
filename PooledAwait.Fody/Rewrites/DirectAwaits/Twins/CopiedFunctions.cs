using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Copies the local functions that a forwarder calls, so that the forwarder's twin can call the copies. (A forwarder is a method that returns another method's
/// task.) Local functions whose tasks the forwarder returns are not copied. For a trimmer, a local function belongs to one method only, so the twin needs its
/// own copies. The copies are named like local functions, so that a trimmer finds, from the calls in the twin, that the copies belong to the twin.
/// </summary>
internal static class CopiedFunctions
{
    /// <param name="calls">The calls in the forwarder.</param>
    /// <param name="canStandTwice">Returns whether a local function may be copied.</param>
    /// <returns>The local functions that the calls reach, directly or through each other; null if one of these functions cannot be copied.</returns>
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

    // A function that is async or an iterator, returns a task, or takes a lock cannot simply be copied.
    private static bool IsPlain(MethodDefinition function) =>
        !KickOff.Is(function) && !KickOff.IsIterator(function) && !RuntimeAsync.Is(function) && !TaskType.Is(function.ReturnType) && !function.IsSynchronized;
}
