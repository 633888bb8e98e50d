using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;

namespace Tests.Fuzzing.Running;

/// <summary>Judges allocations: a woven program may allocate as much as the unwoven program, with one exception (docs/testing.md, "Random programs").</summary>
internal static class AllowedBytes
{
    // A task's awaiter is only a reference. A ValueTask's awaiter also has a token and perhaps a result, and the state machine may need another field for it.
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

    // If a call is awaited without a task, the state machine has a field for its awaiter. If the base library's builder allocates the machine, calls that
    // suspend at another await pay for that field too.
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
