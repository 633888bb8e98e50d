#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using BaseLibrary::System.Threading.Tasks;

namespace PooledAwait.Runtime;

/// <summary>An <see cref="AwaitedWhenAnyPromise{TTask}"/> that the base library's tasks recognise as a continuation.</summary>
/// <typeparam name="TTask">The type of the tasks that the promise waits for.</typeparam>
[StackTraceHidden]
internal sealed class RecognisedAwaitedWhenAnyPromise<TTask> : AwaitedWhenAnyPromise<TTask>, ITaskCompletionAction
    where TTask : Task;
#endif
