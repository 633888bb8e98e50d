namespace Library;

/// <summary>Prices that come from somewhere slow.</summary>
public static class Prices
{
    /// <summary>Looks up what an article costs. A call allocates nothing, though it suspends.</summary>
    /// <param name="article">The article's number.</param>
    public static async ValueTask<int> FindAsync(int article)
    {
        await Task.Yield();
        return article * 3;
    }
}
