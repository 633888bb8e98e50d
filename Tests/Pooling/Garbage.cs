namespace Tests.Pooling;

/// <summary>Garbage collections that leave nothing to be done.</summary>
internal static class Garbage
{
    /// <summary>Collects often enough for finalizers to have run, and for what they put back into pools or trim to be gone as well.</summary>
    public static void Collect()
    {
        for (var collection = 0; collection < 4; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
