namespace Tests.Faults;

/// <summary>The outcome of a build or a command with a fault.</summary>
public enum Outcome
{
    /// <summary>The build or command fails, reports the reason, and leaves every file unchanged.</summary>
    Error,

    /// <summary>The build or command continues, and reports the fault.</summary>
    Warning,

    /// <summary>The build or command continues. The faulty code stays unchanged, and everything else is woven.</summary>
    LeftAlone,

    /// <summary>The build or command continues, because the fault does not matter for weaving.</summary>
    Woven,
}

/// <summary>A fault and the message that the user gets: a row of docs/measured/faults.md.</summary>
/// <param name="Group">The kind of thing that is faulty.</param>
/// <param name="What">What is wrong.</param>
/// <param name="Outcome">The expected outcome.</param>
/// <param name="Told">The expected message; <c>…</c> stands for a folder that the test created.</param>
/// <param name="Meet">Causes the fault, asserts that nothing is left half done, and returns the outcome and the message.</param>
public sealed record Fault(string Group, string What, Outcome Outcome, string Told, Func<(Outcome Outcome, string Told)> Meet)
{
    /// <summary>The name of the fault's test.</summary>
    public override string ToString() => What;
}
