namespace Tests.Pooling;

/// <summary>Garbage collections that leave nothing to be done.</summary>
internal static class Garbage
{
    /// <summary>Collects often enough that finalizers have run, and that what they put back into pools or trim is gone as well.</summary>
    public static void Collect()
    {
        for (var collection = 0; collection < 4; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
