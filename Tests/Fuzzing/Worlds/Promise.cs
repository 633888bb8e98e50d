namespace Tests.Fuzzing.Worlds;

/// <summary>
/// An operation that code can await, as a task, a ValueTask or a custom awaitable. The program's script, or one of the program's methods, ends the operation.
/// </summary>
internal sealed class Promise(World world, int number)
{
    private readonly List<Action<Outcome>> _forms = [];
    private int _made;
    private Task? _task;
    private Task<int>? _taskOf;
    private Outcome? _outcome;

    /// <summary>The shared task, which several methods may await.</summary>
    public Task Task => _task ??= NewTask();

    public Task<int> TaskOf => _taskOf ??= NewTaskOf();

    public bool HasEnded => _outcome != null;

    private int Result => number * 10 + 1;

    /// <summary>Creates a task that no other code has.</summary>
    public Task NewTask()
    {
        var source = new TaskCompletionSource();
        Name(source.Task);
        Add(outcome => _ = outcome switch
        {
            Outcome.Result => source.TrySetResult(),
            Outcome.Exception => source.TrySetException(Exception()),
            _ => source.TrySetCanceled(world.Cancelled),
        });
        return source.Task;
    }

    /// <summary>Creates a task with a result. No other code has this task.</summary>
    public Task<int> NewTaskOf()
    {
        // For every fourth promise, the task runs no continuation in place.
        var source = new TaskCompletionSource<int>(number % 4 == 3 ? TaskCreationOptions.RunContinuationsAsynchronously : TaskCreationOptions.None);
        Name(source.Task);
        Add(outcome => _ = outcome switch
        {
            Outcome.Result => source.TrySetResult(Result),
            Outcome.Exception => source.TrySetException(Exception()),
            _ => source.TrySetCanceled(world.Cancelled),
        });
        return source.Task;
    }

    public ValueTask Value()
    {
        var source = NewSource();
        return new ValueTask(source, source.Version);
    }

    public ValueTask<int> ValueOf()
    {
        var source = NewSource();
        return new ValueTask<int>(source, source.Version);
    }

    public void OnEnd(Action action) => Add(_ => action());

    /// <exception cref="WorldException">The promise failed.</exception>
    /// <exception cref="OperationCanceledException">The promise was cancelled.</exception>
    public int GetResult() => _outcome switch
    {
        Outcome.Result => Result,
        Outcome.Exception => throw Exception(),
        Outcome.Cancellation => throw Cancellation(),
        _ => throw new InvalidOperationException("The promise has not ended."),
    };

    public void End(Outcome outcome)
    {
        if (_outcome != null)
        {
            return;
        }

        _outcome = outcome;

        // A continuation that runs in place may create another task or ValueTask of this promise. The new task or ValueTask ends at once, because the outcome
        // is already set.
        for (var i = 0; i < _forms.Count; i++)
        {
            _forms[i](outcome);
        }

        _forms.Clear();
    }

    private void Name(Task task)
    {
        if (!world.IsPeaceful)
        {
            world.Name(task, world.IsOrdered ? $"p{number}.{_made++}" : $"p{number}");
        }
    }

    private WorldException Exception() => new($"p{number}");

    private OperationCanceledException Cancellation() => new($"p{number}", world.Cancelled);

    private PromiseSource NewSource()
    {
        var source = new PromiseSource();
        Add(outcome =>
        {
            switch (outcome)
            {
                case Outcome.Result:
                    source.SetResult(Result);
                    break;
                case Outcome.Exception:
                    source.SetException(Exception());
                    break;
                default:
                    source.SetException(Cancellation());
                    break;
            }
        });
        return source;
    }

    private void Add(Action<Outcome> form)
    {
        if (_outcome is { } outcome)
        {
            form(outcome);
        }
        else
        {
            _forms.Add(form);
        }
    }
}
