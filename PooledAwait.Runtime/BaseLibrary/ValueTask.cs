namespace System.Threading.Tasks;

/// <summary>Of a ValueTask what it refers to.</summary>
public readonly struct ValueTask
{
    /// <summary>A task, or a source; null where it completed at once.</summary>
    public readonly object? _obj;

    /// <summary>Which of the source's calls it is.</summary>
    public readonly short _token;

    /// <summary>Whether who awaits it goes on where the SynchronizationContext or the TaskScheduler says.</summary>
    public readonly bool _continueOnCapturedContext;
}

/// <summary>Of a ValueTask what it refers to.</summary>
/// <typeparam name="TResult">The result's type.</typeparam>
public readonly struct ValueTask<TResult>
{
    /// <summary>A task, or a source; null where it completed at once.</summary>
    public readonly object? _obj;

    /// <summary>The result where it completed at once.</summary>
    public readonly TResult? _result;

    /// <summary>Which of the source's calls it is.</summary>
    public readonly short _token;

    /// <summary>Whether who awaits it goes on where the SynchronizationContext or the TaskScheduler says.</summary>
    public readonly bool _continueOnCapturedContext;
}
