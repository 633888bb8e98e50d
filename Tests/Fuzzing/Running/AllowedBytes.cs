using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;

namespace Tests.Fuzzing.Running;

/// <summary>
/// Judges allocations. A woven program must not allocate more than the unwoven program, with one exception (docs/testing.md, "Random programs").
/// </summary>
internal static class AllowedBytes
{
    // The most bytes that a ValueTask's awaiter can add to a state machine. A task's awaiter is only a reference. A ValueTask's awaiter also has a token and
    // perhaps a result, and may need a field of its own.
    private const int LargerAwaiter = 24;

    /// <param name="verdict">The program's verdict, with the bytes that it allocates.</param>
    /// <param name="decisions">The weaver's decisions in all programs.</param>
    public static Failure? Judge(Verdict verdict, IReadOnlyList<Decision> decisions)
    {
        if (verdict.Bytes == null || verdict.WovenBytes <= verdict.Bytes)
        {
            return null;
        }

        var allowed = HasLargerMachine(verdict.Program, decisions) ? LargerAwaiter * verdict.Calls : 0;
        return verdict.WovenBytes <= verdict.Bytes + allowed
            ? null
            : new Failure(FailureKind.Bytes, $"{verdict.WovenBytes} B woven, {verdict.Bytes} B not woven, {allowed} B more are allowed");
    }

    // If an awaited call needs no task after weaving, the caller's state machine has a field for the call's awaiter. If the caller keeps the base library's
    // builder, each suspension allocates this field too, even at another await.
    private static bool HasLargerMachine(string program, IReadOnlyList<Decision> decisions)
    {
        var own = decisions.Where(decision => Outermost(decision.Method.DeclaringType).Namespace == program).ToList();
        var notPooled = own.Where(d => d.Rewrite == Rewrite.Builders && d.Reason != null).Select(d => d.Method).ToHashSet();
        return own
            .Where(decision => decision is { Rewrite: Rewrite.DirectAwaits or Rewrite.TimedWaits, Reason: null } ||
                (decision is { Rewrite: Rewrite.WhenAny, Reason: null } && decision.Detail!.EndsWith("awaited without a task.")))
            .Any(decision => notPooled.Contains(decision.Method));
    }

    private static TypeDefinition Outermost(TypeDefinition type) => type.DeclaringType == null ? type : Outermost(type.DeclaringType);
}
