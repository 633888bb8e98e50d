using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>Finds the place at which a method waits that the runtime itself suspends. Such a method awaits by calls of <c>AsyncHelpers</c>.</summary>
/// <param name="name">The method, as its author knows it.</param>
/// <param name="method">The method in its module; null if the module cannot be read.</param>
internal sealed class RuntimeAsyncAwaits(string name, MethodDefinition? method)
{
    private const string AsyncHelpers = "System.Runtime.CompilerServices.AsyncHelpers";

    private readonly Dictionary<int, Suspension> _byOffset = [];

    /// <param name="offset">An offset in the statement that awaits; -1 if it is not known.</param>
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
        var (file, line) = Suspensions.LineOf(body, offset);
        var code = body.Body.Instructions;
        var wait = code.FirstOrDefault(instruction => instruction.Offset >= offset && IsAwait(instruction));
        var awaiter = wait?.Operand is GenericInstanceMethod { Name: "AwaitAwaiter" or "UnsafeAwaitAwaiter" } own ? own.GenericArguments[0] : null;
        return new(name, file, line, offset, null, -1, [], awaiter?.FullName == Suspensions.Yield)
        {
            OwnAwaiter = awaiter == null || awaiter.FullName == Suspensions.Yield ? null : awaiter.Name.Split('`')[0],
        };
    }

    private static bool IsAwait(Instruction instruction) =>
        instruction.OpCode.Code == Code.Call && instruction.Operand is MethodReference { DeclaringType.FullName: AsyncHelpers, Name: "Await" or "AwaitAwaiter" or "UnsafeAwaitAwaiter" };
}
