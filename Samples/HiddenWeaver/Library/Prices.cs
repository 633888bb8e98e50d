namespace Library;

/// <summary>Prices from a slow source.</summary>
public static class Prices
{
    /// <summary>Looks up the price of an article. A call allocates nothing, although it suspends.</summary>
    /// <param name="article">The article's number.</param>
    public static async ValueTask<int> FindAsync(int article)
    {
        await Task.Yield();
        return article * 3;
    }
}
