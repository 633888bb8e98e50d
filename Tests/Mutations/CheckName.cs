namespace Tests.Mutations;

/// <summary>The name of a test in a part of the suite.</summary>
/// <param name="Part">The part of the suite.</param>
/// <param name="Test">The test's name within the part.</param>
internal sealed record CheckName(SuitePart Part, string Test)
{
    public override string ToString() => $"{Part}, {Test}";
}
