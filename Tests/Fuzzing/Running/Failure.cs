namespace Tests.Fuzzing.Running;

/// <summary>What is wrong with a program.</summary>
internal sealed record Failure(FailureKind Kind, string Text)
{
    public override string ToString() => $"{Kind}: {Text}";
}

internal enum FailureKind
{
    /// <summary>The generator wrote something that is no C#.</summary>
    NoCSharp,

    /// <summary>The IL check has something against the woven program.</summary>
    Il,

    /// <summary>Two runs of one not woven build differ: the generator's fault.</summary>
    Nondeterministic,

    /// <summary>The woven program did something else.</summary>
    Trace,

    /// <summary>The woven program allocated more.</summary>
    Bytes,

    /// <summary>The process ended, or did not end.</summary>
    Crash,
}
