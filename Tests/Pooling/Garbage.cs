namespace Tests.Pooling;

/// <summary>Collects garbage completely.</summary>
internal static class Garbage
{
    /// <summary>Collects several times. After that, finalizers have run, and the objects that they trimmed or returned to pools are gone too.</summary>
    public static void Collect()
    {
        for (var collection = 0; collection < 4; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
