using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>Finds the place at which a method waits, if the runtime itself suspends the method. Such a method awaits by calls of <c>AsyncHelpers</c>.</summary>
/// <param name="name">The method's name in the source code.</param>
/// <param name="method">The method in its module; null if the module cannot be read.</param>
internal sealed class RuntimeAsyncAwaits(string name, MethodDefinition? method)
{
    private const string AsyncHelpers = "System.Runtime.CompilerServices.AsyncHelpers";

    private readonly Dictionary<int, Suspension> _byOffset = [];
    private IReadOnlyList<SemaphoreSite>? _semaphores;

    /// <summary>
    /// Whether the method is not async, and only returns another call's task. To await such a method, the runtime makes a second version of it, and this
    /// version waits. The tool does not show the second version, because the program itself has no such method.
    /// </summary>
    public bool OnlyForwards => method != null && !RuntimeAsync.Is(method);

    /// <param name="offset">The offset of the await, or of earlier code that always leads to the await; -1 if it is not known.</param>
    public Suspension Of(int offset)
    {
        if (!_byOffset.TryGetValue(offset, out var place))
        {
            place = offset < 0 || method is not { HasBody: true } ? Suspension.Unknown with { Method = name, Offset = offset } : At(method, offset);
            _byOffset.Add(offset, place);
        }

        return place;
    }

    private Suspension At(MethodDefinition body, int offset)
    {
        // In optimised code, the offset may belong to an earlier statement for which the JIT made no code.
        var wait = body.Body.Instructions.FirstOrDefault(instruction => instruction.Offset >= offset && IsAwait(instruction));
        var place = wait?.Offset ?? offset;
        var (file, line) = Suspensions.LineOf(body, place);
        var awaiter = wait?.Operand is GenericInstanceMethod { Name: not "Await" } own ? own.GenericArguments[0] : null;
        return new(name, file, line, place, null, wait == null ? -1 : CallBefore(wait), SemaphoresIn(body), awaiter?.FullName == Suspensions.Yield)
        {
            OwnAwaiter = awaiter == null || awaiter.FullName == Suspensions.Yield ? null : Suspensions.NameOfAwaiter(awaiter),
        };
    }

    private IReadOnlyList<SemaphoreSite> SemaphoresIn(MethodDefinition body)
    {
        var awaited = body.Body.Instructions.Where(IsAwait).Select(CallBefore).ToHashSet();
        return _semaphores ??= [.. SemaphoreSites.Of(body).Where(site => site.IsRelease || awaited.Contains(site.Offset))];
    }

    /// <summary>Returns the offset of the call whose result is awaited, skipping a call that only configures the await; -1 if it is not known.</summary>
    private static int CallBefore(Instruction wait)
    {
        for (var before = wait.Previous; before != null && !IsAwait(before); before = before.Previous)
        {
            if (before.OpCode.FlowControl == FlowControl.Call && before.Operand is MethodReference { Name: not ("ConfigureAwait" or "GetAwaiter" or "get_IsCompleted") })
            {
                return before.Offset;
            }
        }

        return -1;
    }

    private static bool IsAwait(Instruction instruction) =>
        instruction.OpCode.Code == Code.Call && instruction.Operand is MethodReference { DeclaringType.FullName: AsyncHelpers, Name: "Await" or "AwaitAwaiter" or "UnsafeAwaitAwaiter" };
}
