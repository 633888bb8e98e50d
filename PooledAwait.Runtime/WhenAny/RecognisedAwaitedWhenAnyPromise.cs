#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using BaseLibrary::System.Threading.Tasks;

namespace PooledAwait.Runtime;

/// <summary>A promise whose result is awaited. The base library's tasks recognise it as a continuation, and invoke it.</summary>
/// <typeparam name="TTask">The antecedents' type.</typeparam>
[StackTraceHidden]
internal sealed class RecognisedAwaitedWhenAnyPromise<TTask> : AwaitedWhenAnyPromise<TTask>, ITaskCompletionAction
    where TTask : Task;
#endif
