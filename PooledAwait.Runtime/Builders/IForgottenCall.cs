using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>A call whose result nobody will take.</summary>
internal interface IForgottenCall
{
    /// <summary>Takes the result for nobody, once there is one.</summary>
    void TakeForNobody();
}

/// <summary>The continuation of calls whose result nobody will take. It runs in place whatever is current: it is no user code.</summary>
[StackTraceHidden]
internal static class ForgottenCall
{
    /// <summary>Has the call that is its state take its own result.</summary>
    public static readonly Action<object?> Complete = [StackTraceHidden] static (call) => ((IForgottenCall)call!).TakeForNobody();
}
