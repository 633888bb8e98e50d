#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using BaseLibrary::System.Threading.Tasks;

namespace PooledAwait.Runtime;

/// <summary>A promise that waits for a task. The base library's tasks recognise it as a continuation, and invoke it.</summary>
/// <typeparam name="TResult">The type of the task's result.</typeparam>
[StackTraceHidden]
internal sealed class RecognisedWaitAsyncPromise<TResult> : WaitAsyncPromise<TResult>, ITaskCompletionAction;
#endif
