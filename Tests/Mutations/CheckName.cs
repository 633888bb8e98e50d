namespace Tests.Mutations;

/// <summary>Names a test of a part of the suite.</summary>
/// <param name="Part">The part of the suite.</param>
/// <param name="Test">The test's name in that part.</param>
internal sealed record CheckName(SuitePart Part, string Test)
{
    public override string ToString() => $"{Part}, {Test}";
}
