#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using BaseLibrary::System.Threading.Tasks;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="WaitAsyncPromise{TResult}"/> that the base library's tasks recognise as a continuation.</summary>
/// <typeparam name="TResult">The type of the task's result.</typeparam>
[StackTraceHidden]
internal sealed class RecognisedWaitAsyncPromise<TResult> : WaitAsyncPromise<TResult>, ITaskCompletionAction;
#endif
