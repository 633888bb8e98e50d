using System.Reflection;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>A started call of a method of <see cref="Methods"/>, with any of the return types.</summary>
public sealed class Call
{
    private readonly Kinds _kind;
    private readonly ValueTask _valueTask;
    private readonly ValueTask<int> _valueTaskOfInt;
    private readonly Task? _task;

    public Call(Kinds kind, Script script)
    {
        _kind = kind;
        switch (kind)
        {
            case Kinds.ValueTask: _valueTask = Methods.ReturnsValueTask(script); break;
            case Kinds.ValueTaskOfInt: _valueTaskOfInt = Methods.ReturnsValueTaskOfInt(script); break;
            case Kinds.Task: _task = Methods.ReturnsTask(script); break;
            case Kinds.TaskOfInt: _task = Methods.ReturnsTaskOfInt(script); break;
            case Kinds.Void: Methods.ReturnsVoid(script); break;
            case Kinds.AwaitedTask: _task = AwaitingCallers.ReturnTask(script); break;
            case Kinds.AwaitedTaskOfInt: _task = AwaitingCallers.ReturnTaskOfInt(script); break;
            default: throw new ArgumentOutOfRangeException(nameof(kind), kind, null);
        }
    }

    /// <summary>The values of <c>IsCompleted</c>, <c>IsFaulted</c> and so on.</summary>
    public string State => _kind switch
    {
        Kinds.ValueTask => Describe(_valueTask.IsCompleted, _valueTask.IsCompletedSuccessfully, _valueTask.IsFaulted, _valueTask.IsCanceled),
        Kinds.ValueTaskOfInt =>
            Describe(_valueTaskOfInt.IsCompleted, _valueTaskOfInt.IsCompletedSuccessfully, _valueTaskOfInt.IsFaulted, _valueTaskOfInt.IsCanceled),
        _ => Describe(_task!.IsCompleted, _task.IsCompletedSuccessfully, _task.IsFaulted, _task.IsCanceled),
    };

    public bool IsCompleted => _kind switch
    {
        Kinds.ValueTask => _valueTask.IsCompleted,
        Kinds.ValueTaskOfInt => _valueTaskOfInt.IsCompleted,
        _ => _task!.IsCompleted,
    };

    /// <summary>Returns the task itself, or converts the ValueTask to a task.</summary>
    public Task AsTask() => _kind switch
    {
        Kinds.ValueTask => _valueTask.AsTask(),
        Kinds.ValueTaskOfInt => _valueTaskOfInt.AsTask(),
        _ => _task!,
    };

    /// <summary>Preserves the ValueTask. The returned function consumes the preserved ValueTask, and may be called repeatedly.</summary>
    public Func<string> Preserve()
    {
        if (_kind == Kinds.ValueTask)
        {
            var preserved = _valueTask.Preserve();
            return () => Describe(() => preserved.GetAwaiter().GetResult());
        }

        var preservedOfInt = _valueTaskOfInt.Preserve();
        return () => Describe(() => preservedOfInt.GetAwaiter().GetResult());
    }

    /// <summary>Consumes the result. If the call is not complete, blocks until it is.</summary>
    public string Outcome() => Describe(GetResult);

    /// <summary>Consumes the result. If the call is not complete, blocks until it is.</summary>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)] // an optimised method could look different in the compared stack traces
    public int? GetResult()
    {
        switch (_kind)
        {
            case Kinds.ValueTask: _valueTask.GetAwaiter().GetResult(); return null;
            case Kinds.ValueTaskOfInt: return _valueTaskOfInt.GetAwaiter().GetResult();
            case Kinds.Task or Kinds.AwaitedTask: _task!.GetAwaiter().GetResult(); return null;
            default: return ((Task<int>)_task!).GetAwaiter().GetResult();
        }
    }

    /// <summary>Gets an awaiter. The returned function registers a continuation with this awaiter.</summary>
    public Action<Action> Register(bool flow, bool captureContext)
    {
        return _kind switch
        {
            Kinds.ValueTask => captureContext ? With(_valueTask.GetAwaiter()) : With(_valueTask.ConfigureAwait(false).GetAwaiter()),
            Kinds.ValueTaskOfInt => captureContext ? With(_valueTaskOfInt.GetAwaiter()) : With(_valueTaskOfInt.ConfigureAwait(false).GetAwaiter()),
            _ => captureContext ? With(_task!.GetAwaiter()) : With(_task!.ConfigureAwait(false).GetAwaiter()),
        };

        Action<Action> With<TAwaiter>(TAwaiter awaiter)
            where TAwaiter : ICriticalNotifyCompletion =>
            flow ? awaiter.OnCompleted : awaiter.UnsafeOnCompleted;
    }

    /// <summary>Registers a continuation directly with the source of a pending ValueTask. In programs, usually only the base library does so.</summary>
    public void RegisterWithSource(Action<object?> continuation, object state)
    {
        object valueTask = _kind == Kinds.ValueTask ? _valueTask : _valueTaskOfInt;
        var source = Field("_obj");
        var token = (short)Field("_token");
        if (source is IValueTaskSource<int> ofInt && _kind == Kinds.ValueTaskOfInt)
        {
            ofInt.OnCompleted(continuation, state, token, ValueTaskSourceOnCompletedFlags.None);
        }
        else
        {
            ((IValueTaskSource)source).OnCompleted(continuation, state, token, ValueTaskSourceOnCompletedFlags.None);
        }

        object Field(string name) => valueTask.GetType().GetField(name, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(valueTask)!;
    }

    /// <summary>Awaits the call in a method with the default builder.</summary>
    public Task AwaitInDefault(bool captureContext, Action then) => _kind switch
    {
        Kinds.ValueTask => DefaultConsumers.Await(_valueTask, captureContext, then),
        Kinds.ValueTaskOfInt => DefaultConsumers.Await(_valueTaskOfInt, captureContext, then),
        _ => DefaultConsumers.Await(_task!, captureContext, then),
    };

    /// <summary>Awaits the call in a method of the same return type, which therefore has the same builder.</summary>
    public void AwaitInSame(bool captureContext, Action then)
    {
        switch (_kind)
        {
            case Kinds.ValueTask: _ = SameConsumers.Await(_valueTask, captureContext, then); break;
            case Kinds.ValueTaskOfInt: _ = SameConsumers.Await(_valueTaskOfInt, captureContext, then); break;
            default: _ = SameConsumers.Await(_task!, captureContext, then); break;
        }
    }

    private static string Describe(bool completed, bool succeeded, bool faulted, bool cancelled) =>
        $"completed {completed}, succeeded {succeeded}, faulted {faulted}, cancelled {cancelled}";

    private static string Describe(Action getResult) => Describe(() =>
    {
        getResult();
        return (int?)null;
    });

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)] // an optimised method could look different in the compared stack traces
    private static string Describe(Func<int?> getResult)
    {
        try
        {
            return getResult() is { } result ? $"returned {result}" : "returned";
        }
        catch (Exception exception)
        {
            return $"threw {exception.GetType().Name}: {exception.Message}";
        }
    }

    private static string Describe(Func<int> getResult) => Describe(() => (int?)getResult());
}
