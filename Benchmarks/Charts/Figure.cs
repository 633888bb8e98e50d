namespace Benchmarks.Charts;

/// <param name="Value">How long a bar is.</param>
/// <param name="Text">As the report prints it.</param>
internal sealed record Figure(double Value, string Text);
