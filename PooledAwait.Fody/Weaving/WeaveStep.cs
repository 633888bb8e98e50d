using Fody;

namespace PooledAwait.Fody.Weaving;

/// <summary>Runs a step of the weave for one method. If an unexpected exception ends the step, the error names the step and the method.</summary>
internal static class WeaveStep
{
    /// <summary>A callback for tests, which makes a step fail. The weaver calls it before each step on this thread. Outside tests it is null.</summary>
    [field: ThreadStatic]
    internal static Action<string, MethodDefinition>? Before { get; set; }

    /// <param name="name">What the step deals with, for the message.</param>
    /// <param name="method">
    /// The method to leave alone if the step fails. If the weaver added the method, the user's methods that caused the addition are left alone.
    /// </param>
    /// <param name="step">The step.</param>
    /// <exception cref="FailedStep">The step failed. If steps are nested, the exception names the innermost step.</exception>
    public static void About(string name, MethodDefinition method, Action step)
    {
        try
        {
            Before?.Invoke(name, method);
            step();
        }
        catch (Exception exception) when (exception is not (WeavingException or FailedStep or OperationCanceledException))
        {
            throw new FailedStep(name, method, exception);
        }
    }

    /// <inheritdoc cref="About(string, MethodDefinition, Action)"/>
    public static T About<T>(string name, MethodDefinition method, Func<T> step)
    {
        T result = default!;
        About(name, method, () => { result = step(); });
        return result;
    }
}

/// <summary>Thrown if a step of the weave fails. The weave then starts again, and leaves the step's method alone.</summary>
/// <param name="step">What the step deals with.</param>
/// <param name="method">The method that the step is for; null if the step is for all methods.</param>
/// <param name="cause">The exception to report.</param>
internal sealed class FailedStep(string step, MethodDefinition? method, Exception cause) : Exception($"{step}: {cause}", cause)
{
    public MethodDefinition? Method => method;
}
