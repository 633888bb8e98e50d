namespace Tests;

/// <summary>Marks a fixture that takes long and mostly repeats what other fixtures show, with more cases. The test command omits it; <c>docs/contributing.md</c> says how to run it.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class ThoroughAttribute : CategoryAttribute;
