using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>A call whose caller discards the result.</summary>
internal interface IForgottenCall
{
    /// <summary>Takes the result when there is one, and discards it.</summary>
    void TakeForNobody();
}

/// <summary>The continuation of calls whose callers discard the result. It runs in place in any context or scheduler, because it is not user code.</summary>
[StackTraceHidden]
internal static class ForgottenCall
{
    /// <summary>Makes a call take its own result. The call is this delegate's state.</summary>
    public static readonly Action<object?> Complete = [StackTraceHidden] static (call) => ((IForgottenCall)call!).TakeForNobody();
}
