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

/// <summary>What a ValueTask refers to, which the base library keeps to itself.</summary>
internal static class ValueTaskSource
{
    /// <summary>Whether it can be told; proved at the first use.</summary>
    public static readonly bool IsKnown = Way.OwnTasks.Decide(PassesSelfTest);

#if NET8_0_OR_GREATER
    /// <summary>A task, or the source; null where the call completed at once.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // where the fields are missing, the caller is compiled nevertheless
    public static object? Of(ref ValueTask call, out short token)
    {
        ref var fields = ref Unsafe.As<ValueTask, BaseLibrary::System.Threading.Tasks.ValueTask>(ref call); // at run time it is the same type
        token = fields._token;
        return fields._obj;
    }

    /// <inheritdoc cref="Of(ref ValueTask, out short)"/>
    [MethodImpl(MethodImplOptions.NoInlining)] // as above
    public static object? Of<TResult>(ref ValueTask<TResult> call, out short token)
    {
        ref var fields = ref Unsafe.As<ValueTask<TResult>, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref call); // as above
        token = fields._token;
        return fields._obj;
    }
#else
    /// <summary>A task, or the source; null where the call completed at once.</summary>
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
    /// <summary>Code that is compiled in advance has the base library in it that it was compiled with, so nothing is asked there, and the other way need not be in it.</summary>
    private static bool CanRead
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !RuntimeFeature.IsDynamicCodeCompiled || IsKnown;
    }

    /// <summary>Takes apart what a twin returned: a box with a token that is not 0, or a task, or null where the call completed at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? OfTwin(ref ValueTask call, out short token) => CanRead ? Read(ref call, out token) : Ask(call, out token);

    /// <inheritdoc cref="OfTwin(ref ValueTask, out short)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? OfTwin<TResult>(ref ValueTask<TResult> call, out TResult? result, out short token) =>
        CanRead ? Read(ref call, out result, out token) : Ask(call, out result, out token);

    // In no base library that is known, and so never a part of the caller: it would take stack there.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task? Ask(ValueTask call, out short token)
    {
        token = 0;
        if (!call.IsCompletedSuccessfully)
        {
            return call.AsTask();
        }

        call.GetAwaiter().GetResult(); // gives its box back
        return null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Task<TResult>? Ask<TResult>(ValueTask<TResult> call, out TResult? result, out short token)
    {
        token = 0;
        var isCompleted = call.IsCompletedSuccessfully;
        result = isCompleted ? call.Result : default;
        return isCompleted ? null : call.AsTask();
    }

    // Where a field is missing these cannot be compiled, nor inlined, and are never called; their callers can.

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static object? Read(ref ValueTask call, out short token)
    {
        ref var fields = ref Unsafe.As<ValueTask, BaseLibrary::System.Threading.Tasks.ValueTask>(ref call); // at run time it is the same type
        token = fields._token;
        return fields._obj;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static object? Read<TResult>(ref ValueTask<TResult> call, out TResult? result, out short token)
    {
        ref var fields = ref Unsafe.As<ValueTask<TResult>, BaseLibrary::System.Threading.Tasks.ValueTask<TResult>>(ref call); // as above
        result = fields._result;
        token = fields._token;
        return fields._obj;
    }
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
            && KeepsResult();
    }

    private static bool KeepsResult()
    {
#if NET8_0_OR_GREATER
        var call = new ValueTask<int>(22);
        return Read(ref call, out var result, out _) is null && result == 22;
#else
        return true;
#endif
    }

    private sealed class Probe : IValueTaskSource<int>
    {
        public int GetResult(short token) => throw new NotSupportedException();

        public ValueTaskSourceStatus GetStatus(short token) => throw new NotSupportedException();

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => throw new NotSupportedException();
    }
}
