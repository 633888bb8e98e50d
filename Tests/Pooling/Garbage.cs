namespace Tests.Pooling;

/// <summary>Collects garbage completely.</summary>
internal static class Garbage
{
    /// <summary>Collects until finalizers have run, and until the objects that the finalizers trimmed or returned to pools are gone too.</summary>
    public static void Collect()
    {
        for (var collection = 0; collection < 4; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
