namespace System.Threading.Tasks;

/// <summary>Declares the fields of the base library's ValueTask.</summary>
public readonly struct ValueTask
{
    /// <summary>A task or a value task source; null if the call succeeded at once.</summary>
    public readonly object? _obj;

    /// <summary>The token by which the source recognises the call.</summary>
    public readonly short _token;

    /// <summary>True if the awaiting code resumes in the captured SynchronizationContext or TaskScheduler.</summary>
    public readonly bool _continueOnCapturedContext;
}

/// <summary>Declares the fields of the base library's ValueTask.</summary>
/// <typeparam name="TResult">The result's type.</typeparam>
public readonly struct ValueTask<TResult>
{
    /// <summary>A task or a value task source; null if the call succeeded at once.</summary>
    public readonly object? _obj;

    /// <summary>The result if the call succeeded at once.</summary>
    public readonly TResult? _result;

    /// <summary>The token by which the source recognises the call.</summary>
    public readonly short _token;

    /// <summary>True if the awaiting code resumes in the captured SynchronizationContext or TaskScheduler.</summary>
    public readonly bool _continueOnCapturedContext;
}
