using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Rewrites.Builders;
using PooledAwait.Fody.Values;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Checking;

/// <summary>
/// Checks how a program, woven or not, uses each ValueTask that a call returns. The weaver decides by the same analysis which methods may have a pooled
/// builder.
/// </summary>
internal static class ContractCheck
{
    private static readonly Dictionary<Reason, string> s_sentences = new()
    {
        [Reason.ConsumedTwice] = "may be consumed more than once",
        [Reason.AskedAfterConsumption] = "is read after it was consumed",
        [Reason.Stored] = "is stored",
    };

    /// <returns>The breaches, in the order of the assemblies and of their code.</returns>
    public static IReadOnlyList<ContractBreach> Of(OpenProgram program)
    {
        var uses = program.Assemblies.Select(assembly => new MemberUses(assembly.Module)).ToList();
        var owners = uses.ToDictionary(one => one.Module, one => new MethodOwners(one.Module, one));
        var files = program.Assemblies.ToDictionary(assembly => assembly.Module, assembly => Path.GetFileName(assembly.Path));
        return [.. new ValueTaskCalls(new WovenProgram(uses), failed: _ => false).All.Select(Breach).OfType<ContractBreach>()];

        ContractBreach? Breach(ValueTaskCall call) => Wrong(call) is not var (kind, sentence) ? null : new ContractBreach(
            files[call.Caller.Module],
            MethodName.Of(call.Caller, owners[call.Caller.Module]),
            SourceLine.Of(call.Caller, call.Call) is { } line ? SourceLine.Text(line) : null,
            NameOf((MethodReference)call.Call.Operand),
            kind,
            sentence);
    }

    private static (string Kind, string Sentence)? Wrong(ValueTaskCall call) => call.Use switch
    {
        // A MoveNext method that stores a ValueTask in a field breaks nothing: async iterators, and state machines of compilers other than the C# compiler,
        // keep local variables in fields.
        { Refusal: { } misuse } when misuse.Reason == Reason.Stored && call.Caller.Name == "MoveNext" => null,
        { Refusal.Reason: var reason } => s_sentences.TryGetValue(reason, out var sentence) ? (reason.Id, sentence) : null,
        _ when DiscardedCalls.IsForgotten(call) => ("discarded", "is discarded"),
        { IsConsumed: false, IsReturned: false } => ("discarded", "is discarded"),
        { IsConsumed: true } when Blocks(call.Caller) => ("blocked-on", "is blocked on"),
        _ => null,
    };

    /// <summary>
    /// Returns whether a method that consumes a ValueTask blocks on it. Assumes so if the method cannot suspend and reads the result of any ValueTask, but
    /// calls neither <c>AsTask</c> nor <c>Preserve</c>, and reads no ValueTask's status.
    /// </summary>
    private static bool Blocks(MethodDefinition caller)
    {
        if (RuntimeAsync.Is(caller) || (caller.Name == "MoveNext" && caller.DeclaringType.Interfaces.Any(type => type.InterfaceType.Name == "IAsyncStateMachine")))
        {
            return false;
        }

        var called = caller.Body.Instructions.Select(instruction => instruction.OpCode.Code is Code.Call or Code.Callvirt ? (MethodReference)instruction.Operand : null)
            .OfType<MethodReference>()
            .Where(method => ValueTaskTypes.IsKnown(method.DeclaringType))
            .ToList();
        return called.Any(method => method.Name is "get_Result" or "GetResult") &&
            !called.Any(method => method.Name is "AsTask" or "Preserve" || ValueTaskTypes.Asks(method));
    }

    private static string NameOf(MethodReference method) => $"{method.DeclaringType.GetElementType().FullName.Replace('/', '+')}.{method.Name}";
}
