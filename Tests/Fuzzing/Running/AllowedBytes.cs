using Mono.Cecil;
using PooledAwait.Fody.Reasons;
using PooledAwait.Fody.Reporting;

namespace Tests.Fuzzing.Running;

/// <summary>A woven program may allocate as much as the one not woven, with one exception (docs/fuzzing.md, "What was found").</summary>
internal static class AllowedBytes
{
    // The awaiter of a ValueTask has a token and may have a result beside the reference that a task's awaiter is, and does not always take that one's place.
    private const int LargerAwaiter = 24;

    /// <param name="verdict">What a program allocates.</param>
    /// <param name="decisions">What was decided in all programs.</param>
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

    // Where a call is awaited without a task, its awaiter is a field of the machine. A call that suspends somewhere else pays for it where
    // the builder is the base library's, which allocates the machine.
    private static bool HasLargerMachine(string program, IReadOnlyList<Decision> decisions)
    {
        var own = decisions.Where(decision => Outermost(decision.Method.DeclaringType).Namespace == program).ToList();
        var notPooled = own.Where(d => d.Rewrite == Rewrite.Builders && d.Reason != null).Select(d => d.Method).ToHashSet();
        return own
            .Where(decision => decision is { Rewrite: Rewrite.DirectAwaits, Reason: null } ||
                (decision is { Rewrite: Rewrite.WhenAny, Reason: null } && decision.Detail!.EndsWith("awaited without a task.")))
            .Any(decision => notPooled.Contains(decision.Method));
    }

    private static TypeDefinition Outermost(TypeDefinition type) => type.DeclaringType == null ? type : Outermost(type.DeclaringType);
}
