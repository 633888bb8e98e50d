namespace Tests.Fuzzing.Running;

/// <summary>The result of one program's runs.</summary>
/// <param name="Program">Its name.</param>
/// <param name="Lines">The number of observations in the traces of all runs.</param>
/// <param name="Bytes">The bytes that a run of the unwoven Release build allocates; null if it threw exceptions or did not end.</param>
/// <param name="WovenBytes">The same bytes for the woven Release build.</param>
/// <param name="Calls">The number of calls of async methods in a run of the woven Release build.</param>
/// <param name="Failure">What is wrong; null if nothing is.</param>
internal sealed record Verdict(string Program, int Lines, long? Bytes, long? WovenBytes, int Calls, Failure? Failure)
{
    /// <summary>A verdict on a program of which only the failure is known.</summary>
    public static Verdict Of(string program, Failure failure) => new(program, 0, null, null, 0, failure);
}
