namespace Tests.WovenPackages;

/// <summary>A line of what PackageWork prints.</summary>
/// <param name="Work">What was done.</param>
/// <param name="Threads">How many operations ran at the same time.</param>
/// <param name="Operations">How many ran in all.</param>
/// <param name="Result">A digest of all that they returned.</param>
/// <param name="Bytes">What was allocated.</param>
/// <param name="LeastBytes">What would have been, if all had gone as the fifth of it that allocated least.</param>
/// <param name="Gen0Collections">How often gen 0 was collected meanwhile.</param>
internal sealed record WorkMeasurement(string Work, int Threads, int Operations, string Result, long Bytes, long LeastBytes, int Gen0Collections)
{
    public double BytesPerOperation => (double)Bytes / Operations;

    public double Gen0CollectionsPerThousand => Gen0Collections * 1000.0 / Operations;
}
