namespace Tests;

/// <summary>
/// Marks a fixture or a test that takes long, and that mostly repeats other tests with more cases. The test command omits it; <c>docs/contributing.md</c> says
/// how to run it.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class ThoroughAttribute : CategoryAttribute;
