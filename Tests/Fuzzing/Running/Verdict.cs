namespace Tests.Fuzzing.Running;

/// <summary>The result of one program's runs.</summary>
/// <param name="Program">The program's name.</param>
/// <param name="Lines">The number of observations in the traces of all runs.</param>
/// <param name="Bytes">The bytes that a run of the unwoven Release build allocates; null if a run threw exceptions or had a call that did not end.</param>
/// <param name="WovenBytes">The bytes that a run of the woven Release build allocates; null if Bytes is null.</param>
/// <param name="Calls">The number of calls of async methods in a run of the woven Release build.</param>
/// <param name="Failure">What is wrong with the program; null if nothing is wrong.</param>
internal sealed record Verdict(string Program, int Lines, long? Bytes, long? WovenBytes, int Calls, Failure? Failure)
{
    /// <summary>Returns a verdict that has only a failure, without results of runs.</summary>
    public static Verdict Of(string program, Failure failure) => new(program, 0, null, null, 0, failure);
}
