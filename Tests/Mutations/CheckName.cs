namespace Tests.Mutations;

/// <summary>Which part of the suite, and which of its tests.</summary>
/// <param name="Part">The part.</param>
/// <param name="Test">The test's name in it.</param>
internal sealed record CheckName(SuitePart Part, string Test)
{
    public override string ToString() => $"{Part}, {Test}";
}
