namespace Tests.Fuzzing.Running;

/// <summary>What the runs of one program showed.</summary>
/// <param name="Program">Its name.</param>
/// <param name="Lines">How many observations the traces of all runs have.</param>
/// <param name="Bytes">What a run of the Release build allocates, not woven; null where it threw exceptions or did not end.</param>
/// <param name="WovenBytes">The same woven.</param>
/// <param name="Calls">How many calls of async methods are in such a run.</param>
/// <param name="Failure">What is wrong; null where nothing is.</param>
internal sealed record Verdict(string Program, int Lines, long? Bytes, long? WovenBytes, int Calls, Failure? Failure)
{
    /// <summary>Of a program that showed nothing but that it failed.</summary>
    public static Verdict Of(string program, Failure failure) => new(program, 0, null, null, 0, failure);
}
