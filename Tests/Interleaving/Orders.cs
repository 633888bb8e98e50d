namespace Tests.Interleaving;

/// <summary>Reports how many orders of the threads' steps an exploration has tried.</summary>
internal static class Orders
{
    /// <summary>Prints the number, and asserts that it is large enough for the exploration to mean something.</summary>
    public static void Tell(int orders, int moreThan)
    {
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(moreThan));
    }
}
