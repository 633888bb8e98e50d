namespace Benchmarks.Charts;

/// <summary>A figure of the report.</summary>
/// <param name="Value">The value, for the length of a bar.</param>
/// <param name="Text">The figure as the report prints it.</param>
internal sealed record Figure(double Value, string Text);
