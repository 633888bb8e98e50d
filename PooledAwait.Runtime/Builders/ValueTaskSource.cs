#if NET8_0_OR_GREATER
extern alias BaseLibrary;
#endif

#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;
#else
using System.Reflection;
#endif
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>Reads the private fields of a ValueTask.</summary>
internal static class ValueTaskSource
{
    /// <summary>True if the fields are as expected. A self-test checks this at the first use.</summary>
    public static readonly bool IsKnown = Fallback.OwnTasks.Decide(PassesSelfTest);

#if NET8_0_OR_GREATER
    /// <summary>Returns the task or the source of a ValueTask; null if the call succeeded at once.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // so that the caller can be compiled even if the fields are missing
    public static object? Of(ref ValueTask call, out short token)
    {
        ref var fields = ref Unsafe.As<ValueTask, BaseLibrary::System.Threading.Tasks.ValueTask>(ref call); // at run time, both are the same type
        token = fields._token;
        return fields._obj;
    }

    /// <inheritdoc cref="Of(ref ValueTask, out short)"/>
    [MethodImpl(MethodImplOptions.NoInlining)] // so that the caller can be compiled even if the fields are missing
    public static object? Of<TResult>(ref ValueTask<TResult> call, out short token)
    {
        ref var fields = ref Unsafe.As<ValueTask<TResult>, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref call); // the same type at run time
        token = fields._token;
        return fields._obj;
    }
#else
    /// <summary>Returns the task or the source of a ValueTask; null if the call succeeded at once.</summary>
    public static object? Of(ref ValueTask call, out short token) => Fields<ValueTask>.Of(ref call, out token);

    /// <inheritdoc cref="Of(ref ValueTask, out short)"/>
    public static object? Of<TResult>(ref ValueTask<TResult> call, out short token) => Fields<ValueTask<TResult>>.Of(ref call, out token);

    private static class Fields<TValueTask>
        where TValueTask : struct
    {
        private static readonly FieldInfo s_source = Find("_obj");
        private static readonly FieldInfo s_token = Find("_token");

        public static object? Of(ref TValueTask call, out short token)
        {
            object boxed = call;
            token = (short)s_token.GetValue(boxed)!;
            return s_source.GetValue(boxed);
        }

        private static FieldInfo Find(string name) =>
            typeof(TValueTask).GetField(name, BindingFlags.Instance | BindingFlags.NonPublic) ?? throw new MissingFieldException(name);
    }
#endif

#if NET8_0_OR_GREATER
    /// <summary>
    /// Returns whether a ValueTask certainly does not refer to one of our boxes. True if the ValueTask's token is 0, because our boxes never have that token.
    /// </summary>
    /// <remarks>
    /// If the field is missing, the JIT can neither compile nor inline this method. The JIT can still compile the callers, which then never call this method.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNoBox(ref readonly ValueTask call) => Unsafe.As<ValueTask, BaseLibrary::System.Threading.Tasks.ValueTask>(ref Unsafe.AsRef(in call))._token == 0;

    /// <inheritdoc cref="IsNoBox(ref readonly ValueTask)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNoBox<TResult>(ref readonly ValueTask<TResult> call) => Unsafe.As<ValueTask<TResult>, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref Unsafe.AsRef(in call))._token == 0;
#else
    /// <summary>
    /// Returns whether a ValueTask certainly does not refer to one of our boxes. Always false in this build, because reading the fields would allocate.
    /// </summary>
    public static bool IsNoBox(ref readonly ValueTask call) => false;

    /// <inheritdoc cref="IsNoBox(ref readonly ValueTask)"/>
    public static bool IsNoBox<TResult>(ref readonly ValueTask<TResult> call) => false;
#endif

#if NET8_0_OR_GREATER
    /// <summary>
    /// True if the methods below can read the awaiter of a ValueTask. A program that is compiled ahead of time contains the base library that it was compiled
    /// with. So in such a program, the value is always true, and no self-test runs.
    /// </summary>
    public static bool CanRead
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !RuntimeFeature.IsDynamicCodeCompiled || IsKnown;
    }

    // A configured awaiter consists only of its ValueTask. If a field is missing, the JIT can neither compile nor inline these methods. The JIT can still
    // compile the callers, which then never call these methods.

    /// <summary>
    /// Returns a configured awaiter for a ValueTask. The awaiter does the same as one without <c>ConfigureAwait</c>. This method reinterprets the ValueTask as
    /// the awaiter, because a copy of the ValueTask's fields would take stack.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter AwaiterOf(ValueTask call) =>
        Unsafe.As<ValueTask, ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter>(ref call);

    /// <inheritdoc cref="AwaiterOf(ValueTask)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter AwaiterOf<TResult>(ValueTask<TResult> call) =>
        Unsafe.As<ValueTask<TResult>, ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter>(ref call);

    /// <summary>Returns the source of a twin's ValueTask: a box (whose token is not 0), a task, or null if the call succeeded at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? OfTwin(ref readonly ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter, out short token)
    {
        ref var fields = ref Unsafe.As<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter, BaseLibrary::System.Threading.Tasks.ValueTask>(ref Unsafe.AsRef(in awaiter));
        token = fields._token;
        return fields._obj;
    }

    /// <inheritdoc cref="OfTwin(ref readonly ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter, out short)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? OfTwin<TResult>(ref readonly ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter, out short token)
    {
        ref var fields = ref Unsafe.As<ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref Unsafe.AsRef(in awaiter));
        token = fields._token;
        return fields._obj;
    }

    /// <summary>Returns the result of a call that completed at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TResult? ResultOf<TResult>(ref readonly ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) =>
        Unsafe.As<ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref Unsafe.AsRef(in awaiter))._result;

    /// <summary>Returns whether the awaiting code resumes in the current SynchronizationContext or TaskScheduler.</summary>
    public static bool ContinuesOnCapturedContext(ref readonly ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter) =>
        Unsafe.As<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter, BaseLibrary::System.Threading.Tasks.ValueTask>(ref Unsafe.AsRef(in awaiter))._continueOnCapturedContext;

    /// <inheritdoc cref="ContinuesOnCapturedContext(ref readonly ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter)"/>
    public static bool ContinuesOnCapturedContext<TResult>(ref readonly ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter awaiter) =>
        Unsafe.As<ConfiguredValueTaskAwaitable<TResult>.ConfiguredValueTaskAwaiter, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref Unsafe.AsRef(in awaiter))._continueOnCapturedContext;
#endif

    private static bool PassesSelfTest()
    {
        var completed = new TaskCompletionSource<int>();
        completed.SetResult(1);
        var typed = new ValueTask<int>(completed.Task);
        var untyped = new ValueTask(completed.Task);
        var probe = new Probe();
        var call = new ValueTask<int>(probe, 21);
        return ReferenceEquals(Of(ref typed, out _), completed.Task)
            && ReferenceEquals(Of(ref untyped, out _), completed.Task)
            && ReferenceEquals(Of(ref call, out var token), probe)
            && token == 21
            && AwaitersAreKnown(probe);
    }

    private static bool AwaitersAreKnown(Probe probe)
    {
#if NET8_0_OR_GREATER
        var typed = new ValueTask<int>(22).ConfigureAwait(false).GetAwaiter();
        var untyped = new ValueTask(probe, 23).ConfigureAwait(false).GetAwaiter();
        var asItIs = AwaiterOf(new ValueTask<int>(probe, 24));
        return Unsafe.SizeOf<ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter>() == Unsafe.SizeOf<ValueTask<int>>()
            && Unsafe.SizeOf<ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter>() == Unsafe.SizeOf<ValueTask>()
            && OfTwin(in typed, out var token) is null
            && token == 0
            && ResultOf(in typed) == 22
            && !ContinuesOnCapturedContext(in typed)
            && ReferenceEquals(OfTwin(in untyped, out token), probe)
            && token == 23
            && !ContinuesOnCapturedContext(in untyped)
            && ReferenceEquals(OfTwin(in asItIs, out token), probe)
            && token == 24
            && ContinuesOnCapturedContext(in asItIs);
#else
        return true;
#endif
    }

    private sealed class Probe : IValueTaskSource<int>, IValueTaskSource
    {
        public int GetResult(short token) => throw new NotSupportedException();

        void IValueTaskSource.GetResult(short token) => throw new NotSupportedException();

        public ValueTaskSourceStatus GetStatus(short token) => throw new NotSupportedException();

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => throw new NotSupportedException();
    }
}
