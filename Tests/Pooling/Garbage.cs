namespace Tests.Pooling;

/// <summary>Collects garbage completely.</summary>
internal static class Garbage
{
    /// <summary>
    /// Collects several times. Finalizers run after each collection. So the later collections also remove the objects that finalizers released.
    /// </summary>
    public static void Collect()
    {
        for (var collection = 0; collection < 4; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
