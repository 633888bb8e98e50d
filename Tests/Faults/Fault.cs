namespace Tests.Faults;

/// <summary>What becomes of a build, or of a command, that meets a fault.</summary>
public enum Outcome
{
    /// <summary>It fails, says why, and leaves every file as it was.</summary>
    Error,

    /// <summary>It goes on, and says what is the matter.</summary>
    Warning,

    /// <summary>It goes on, and what the fault is in stays as it was; everything else is woven.</summary>
    LeftAlone,

    /// <summary>It goes on: what is wrong does not concern weaving.</summary>
    Woven,
}

/// <summary>Something that is wrong, and what its user is told: a row of docs/measured/faults.md.</summary>
/// <param name="Group">What kind of thing is wrong.</param>
/// <param name="What">What is wrong.</param>
/// <param name="Outcome">What has to become of it.</param>
/// <param name="Told">What has to be said; <c>…</c> stands for a folder of the test's own.</param>
/// <param name="Meet">Brings it about, asserts that nothing is half done, and tells what was said.</param>
public sealed record Fault(string Group, string What, Outcome Outcome, string Told, Func<(Outcome Outcome, string Told)> Meet)
{
    /// <summary>Names a test.</summary>
    public override string ToString() => What;
}
