using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>A call whose caller discards the result.</summary>
internal interface IForgottenCall
{
    /// <summary>Takes the result of the completed call, and discards it.</summary>
    void TakeForNobody();
}

/// <summary>
/// The continuation of calls whose callers discard the result. The continuation is not user code, so it runs in place in any context or scheduler.
/// </summary>
[StackTraceHidden]
internal static class ForgottenCall
{
    /// <summary>Tells a call to take its result and discard it. The call is this delegate's state.</summary>
    public static readonly Action<object?> Complete = [StackTraceHidden] static (call) => ((IForgottenCall)call!).TakeForNobody();
}
