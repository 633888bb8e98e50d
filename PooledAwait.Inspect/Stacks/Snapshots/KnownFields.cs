namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>A private field of the base library or of PooledAwait.Runtime that this tool reads.</summary>
/// <param name="Type">The type that has the field, as <see cref="TypeName.Definition"/> names it.</param>
/// <param name="Path">The field's name, after the names of the struct fields that contain it.</param>
/// <param name="IsFollowed">Whether the field refers to an object that is also read.</param>
internal sealed record KnownField(string Type, string Path, bool IsFollowed = false);

/// <summary>
/// All private fields that the tool reads. Most of the base library's fields are the same in .NET 8 to 11. A test checks that each field exists. If a later
/// version lacks a field that is only used for descriptions, the descriptions are less detailed. When the fields of PooledAwait.Runtime change, its
/// <c>StateMachineBox.Layout</c> changes, too.
/// </summary>
internal static class KnownFields
{
    private const string Tasks = "System.Threading.Tasks.";
    private const string Channels = "System.Threading.Channels.";
    private const string Compiler = "System.Runtime.CompilerServices.";
    private const string Runtime = "PooledAwait.Runtime.";

    /// <summary>The base library's fields that lead to calls, and from each call to what it waits for.</summary>
    public static IReadOnlyList<KnownField> OfBaseLibrary { get; } =
    [
        new(Tasks + "Task", "m_stateFlags"),
        new(Tasks + "Task", "m_continuationObject", IsFollowed: true),
        new(Tasks + "Task", "m_action"),
        new(Compiler + "AsyncTaskMethodBuilder+AsyncStateMachineBox", "StateMachine"),
        new(Compiler + "AsyncTaskMethodBuilder", "m_task"),
        new(Compiler + "AsyncValueTaskMethodBuilder", "m_task"),
        new(Compiler + "AsyncVoidMethodBuilder", "_builder"),
        new(Compiler + "PoolingAsyncValueTaskMethodBuilder", "m_task"),
        new(Compiler + "PoolingAsyncValueTaskMethodBuilder+StateMachineBox", "StateMachine"),
        new(Compiler + "TaskAwaiter", "m_task"),
        new(Compiler + "ConfiguredTaskAwaitable+ConfiguredTaskAwaiter", "m_task"),
        new(Compiler + "ValueTaskAwaiter", "_value"),
        new(Compiler + "ConfiguredValueTaskAwaitable+ConfiguredValueTaskAwaiter", "_value"),
        new(Tasks + "ValueTask", "_obj"),
        new(Tasks + "ValueTask+ValueTaskSourceAsTask", "_source", IsFollowed: true),
        new(Tasks + "ContinuationTaskFromTask", "m_antecedent", IsFollowed: true),
        new(Tasks + "ContinuationResultTaskFromTask", "m_antecedent", IsFollowed: true),
        new(Tasks + "ContinuationTaskFromResultTask", "m_antecedent", IsFollowed: true),
        new(Tasks + "ContinuationResultTaskFromResultTask", "m_antecedent", IsFollowed: true),
        new(Tasks + "ContinueWithTaskContinuation", "m_task", IsFollowed: true),
        new(Tasks + "AwaitTaskContinuation", "m_action", IsFollowed: true),
        new(Tasks + "Task+TwoTaskWhenAnyPromise", "_task1", IsFollowed: true),
        new(Tasks + "Task+TwoTaskWhenAnyPromise", "_task2", IsFollowed: true),
        new(Tasks + "TaskFactory+CompleteOnInvokePromise", "_tasks", IsFollowed: true),
        new(Tasks + "Task+CancellationPromise", "_task", IsFollowed: true),
        new("System.Delegate", "_target", IsFollowed: true),
        new("System.Collections.Generic.List", "_items", IsFollowed: true),
        new("System.Collections.Generic.List", "_size"),
    ];

    /// <summary>
    /// The base library's fields that this tool reads from .NET 11 on: fields of calls that the runtime itself suspends, and fields of completed sources.
    /// </summary>
    public static IReadOnlyList<KnownField> SinceNet11 { get; } =
    [
        new(Tasks + "Task", RuntimeAsyncTask.ContinuationField),
        new(Compiler + "Continuation", "Next", IsFollowed: true),
        new(Compiler + "Continuation", ResumePoints.InfoField),
        new(Compiler + "RuntimeAsyncTaskContinuation", "Task", IsFollowed: true),
        new(Compiler + "AsyncHelpers+ValueTaskSourceContinuation", "Source", IsFollowed: true),
        new(Compiler + "ResumeInfo", "DiagnosticIP"),
        new(Dispatch.InfoType, Dispatch.CurrentField),
        new(Dispatch.InfoType, "Next"),
        new(Dispatch.InfoType, "NextContinuation"),
        new(Dispatch.InfoType, "CurrentTask"),
        new(Tasks + "Sources.ManualResetValueTaskSourceCore", "_continuation"),
        new(CompletionMark.Type, CompletionMark.Field),
    ];

    /// <summary>Fields that are only used to describe the last thing of a chain.</summary>
    public static IReadOnlyList<KnownField> ForWords { get; } =
    [
        new("System.Threading.SemaphoreSlim", "m_currentCount"),
        new("System.Threading.SemaphoreSlim", "m_asyncHead", IsFollowed: true),
        new("System.Threading.SemaphoreSlim+TaskNode", "Next", IsFollowed: true),
        new(Tasks + "TaskCompletionSource", "_task", IsFollowed: true),
        new(Tasks + "Task+DelayPromise", "_timer", IsFollowed: true),
        new("System.Threading.Timer", "_timer", IsFollowed: true),
        new("System.Threading.TimerHolder", "_timer", IsFollowed: true),
        new("System.Threading.TimerQueueTimer", "_startTicks"),
        new("System.Threading.TimerQueueTimer", "_dueTime"),
        new(Channels + "AsyncOperation", "<Next>k__BackingField", IsFollowed: true),
        new(Channels + "AsyncOperation", "_completionReserved"),
        new(Channels + "AsyncOperation", "_error"),
        new(Channels + "AsyncOperation", "_result"),
        new("System.Collections.Generic.Deque", "_array", IsFollowed: true),
        new("System.Collections.Generic.Deque", "_size"),
        new("System.Net.Sockets.SocketAsyncEventArgs", "_currentSocket", IsFollowed: true),
        new("System.Net.Sockets.SocketAsyncEventArgs", "_completedOperation"),
        new("System.Net.Sockets.Socket", "_remoteEndPoint", IsFollowed: true),
        new("System.Net.Sockets.Socket", "_rightEndPoint", IsFollowed: true),
        new("System.Net.IPEndPoint", "_address", IsFollowed: true),
        new("System.Net.IPEndPoint", "_port"),
        new("System.Net.IPAddress", "_addressOrScopeId"),
        new("System.Net.IPAddress", "_numbers", IsFollowed: true),
    ];

    /// <summary>The base library's fields that this tool reads up to .NET 10.</summary>
    public static IReadOnlyList<KnownField> BeforeNet11 { get; } =
    [
        new(Tasks + "Sources.ManualResetValueTaskSourceCore", "_completed"),
    ];

    /// <summary>The fields of PooledAwait.Runtime.</summary>
    public static IReadOnlyList<KnownField> OfRuntimeLibrary { get; } =
    [
        new(Runtime + "ValueTaskBox", "_completion._ticket"),
        new(Runtime + "ValueTaskBox", "_completion._continuationState", IsFollowed: true),
        new(Runtime + "ValueTaskStateMachineBox", "StateMachine"),
        new(Runtime + "DetachedStateMachineBox", "StateMachine"),
        new(Runtime + "PooledAsyncValueTaskMethodBuilder", "_source"),
        new(Runtime + "PooledAsyncDirectTaskMethodBuilder", "_source"),
        new(Runtime + "PooledAsyncDirectTaskMethodBuilder", "_task"),
        new(Runtime + "PooledAsyncTaskMethodBuilder", "_task"),
        new(Runtime + "PooledAsyncTaskMethodBuilder", "_box"),
        new(Runtime + "PooledAsyncVoidMethodBuilder", "_operation"),
        new(Runtime + "PooledAsyncVoidMethodBuilder", "_box"),
        new(Runtime + "DirectAwaiter", "_awaiter._value._obj"),
        new(Runtime + "TaskOfCall", "_builder.m_task", IsFollowed: true),
        new(Runtime + "CompletionRelay", "_source", IsFollowed: true),
        new(Runtime + "WhenAnyPromise", "_tasks._first", IsFollowed: true),
        new(Runtime + "TaskWhenAnyPromise", "_builder.m_task", IsFollowed: true),
        new(Runtime + "AwaitedWhenAnyPromise", "_completion._continuationState", IsFollowed: true),
        new(Runtime + "TimedWait", "_timer._timer", IsFollowed: true),
        new(Runtime + "DelayPromise", "_completion._continuationState", IsFollowed: true),
        new(Runtime + "WaitAsyncPromise", "_completion._continuationState", IsFollowed: true),
        new(Runtime + "WaitAsyncPromise", "_task", IsFollowed: true),
        new(Runtime + "WhenAnyDelay", "_source", IsFollowed: true),
        new(Runtime + "FlowingContinuation", "_state", IsFollowed: true),
    ];

    /// <summary>
    /// The number of the box layout that this tool can read. PooledAwait.Runtime has the number of its layout in <c>StateMachineBox.Layout</c>.
    /// </summary>
    public const int Layout = 1;
}
