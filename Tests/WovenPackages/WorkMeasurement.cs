namespace Tests.WovenPackages;

/// <summary>A line of PackageWork's output.</summary>
/// <param name="Work">The name of the kind of operation.</param>
/// <param name="Threads">The number of operations that ran at the same time.</param>
/// <param name="Operations">The number of operations that ran in all.</param>
/// <param name="Result">A digest of everything that the operations returned.</param>
/// <param name="Bytes">The allocated bytes.</param>
/// <param name="LeastBytes">The bytes that the operations would have allocated if every round had allocated as little as the best round.</param>
/// <param name="Gen0Collections">The number of gen 0 collections during the measurement.</param>
internal sealed record WorkMeasurement(string Work, int Threads, int Operations, string Result, long Bytes, long LeastBytes, int Gen0Collections)
{
    public double BytesPerOperation => (double)Bytes / Operations;

    public double Gen0CollectionsPerThousand => Gen0Collections * 1000.0 / Operations;
}
