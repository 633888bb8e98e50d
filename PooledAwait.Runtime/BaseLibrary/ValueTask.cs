namespace System.Threading.Tasks;

/// <summary>The fields of a ValueTask that say what it refers to.</summary>
public readonly struct ValueTask
{
    /// <summary>A task, or a source; null if the call completed at once.</summary>
    public readonly object? _obj;

    /// <summary>Which of the source's calls this is.</summary>
    public readonly short _token;

    /// <summary>Whether the awaiting code resumes where the SynchronizationContext or the TaskScheduler says.</summary>
    public readonly bool _continueOnCapturedContext;
}

/// <summary>The fields of a ValueTask that say what it refers to.</summary>
/// <typeparam name="TResult">The result's type.</typeparam>
public readonly struct ValueTask<TResult>
{
    /// <summary>A task, or a source; null if the call completed at once.</summary>
    public readonly object? _obj;

    /// <summary>The result if the call completed at once.</summary>
    public readonly TResult? _result;

    /// <summary>Which of the source's calls this is.</summary>
    public readonly short _token;

    /// <summary>Whether the awaiting code resumes where the SynchronizationContext or the TaskScheduler says.</summary>
    public readonly bool _continueOnCapturedContext;
}
