using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// The local functions that a forwarder calls, except those whose tasks it returns. For a trimmer each belongs to one method, so the twin gets copies of its own. By their names, a
/// trimmer finds that they belong to the twin.
/// </summary>
internal static class CopiedFunctions
{
    /// <param name="calls">The calls in the forwarder.</param>
    /// <param name="canStandTwice">Whether a method's code can stand in another one too, whatever it holds.</param>
    /// <returns>The local functions that the calls reach, each once; null if one cannot be copied.</returns>
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

    /// <summary>Declares a copy, without code.</summary>
    public static MethodDefinition Declare(MethodDefinition function)
    {
        var copy = SecondMethods.Declare(function, $"{function.Name}Direct");
        CopiedSignature.CopyAttributes(function.MethodReturnType, copy.MethodReturnType);
        return copy;
    }

    // A function that starts a machine, or returns another method's task, is more than code that can be copied.
    private static bool IsPlain(MethodDefinition function) =>
        !KickOff.Is(function) && !KickOff.IsIterator(function) && !RuntimeAsync.Is(function) && !TaskType.Is(function.ReturnType) && !function.IsSynchronized;
}
