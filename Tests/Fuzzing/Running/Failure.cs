namespace Tests.Fuzzing.Running;

/// <summary>What is wrong with a program.</summary>
internal sealed record Failure(FailureKind Kind, string Text)
{
    public override string ToString() => $"{Kind}: {Text}";
}

internal enum FailureKind
{
    /// <summary>The generator wrote a program that is not valid C#.</summary>
    NoCSharp,

    /// <summary>The IL check found something in the woven program.</summary>
    Il,

    /// <summary>Two runs of the same unwoven build differ. This is the generator's fault.</summary>
    Nondeterministic,

    /// <summary>The woven program did not behave as the unwoven program does.</summary>
    Trace,

    /// <summary>The woven program allocated more than the unwoven program.</summary>
    Bytes,

    /// <summary>The process crashed or did not end.</summary>
    Crash,
}
