namespace System.Runtime.CompilerServices
{
    /// <summary>The default builder, with the only member that this library uses.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    public struct AsyncTaskMethodBuilder<TResult>
    {
        /// <summary>Registers a box with an awaiter. If the awaiter throws, handles the exception as for the builder's own boxes.</summary>
        /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
        /// <param name="awaiter">The awaiter.</param>
        /// <param name="box">The box.</param>
        public static void AwaitUnsafeOnCompleted<TAwaiter>(ref TAwaiter awaiter, IAsyncStateMachineBox box)
            where TAwaiter : ICriticalNotifyCompletion =>
            throw null!;
    }
}

namespace System.Threading.Tasks
{
    /// <summary>The result type of an async method without a result. The base library contains code that is compiled for this type.</summary>
    public struct VoidTaskResult;
}
