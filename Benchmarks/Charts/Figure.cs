namespace Benchmarks.Charts;

/// <summary>A figure of the report.</summary>
/// <param name="Value">How long its bar is.</param>
/// <param name="Text">As the report prints it.</param>
internal sealed record Figure(double Value, string Text);
