#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using BaseLibrary::System.Threading.Tasks;

namespace PooledAwait.Runtime;

/// <summary>A promise that completes a task. The base library's tasks recognise it as a continuation, and invoke it.</summary>
/// <typeparam name="TTask">The antecedents' type.</typeparam>
[StackTraceHidden]
internal sealed class RecognisedTaskWhenAnyPromise<TTask> : TaskWhenAnyPromise<TTask>, ITaskCompletionAction
    where TTask : Task;
#endif
