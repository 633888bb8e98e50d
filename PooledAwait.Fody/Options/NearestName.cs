namespace PooledAwait.Fody.Options;

/// <summary>Finds the name that a misspelt word was probably meant to be.</summary>
internal static class NearestName
{
    /// <returns>
    /// The name that differs from the word by the fewest mistakes; null if every name differs by too many mistakes. One mistake is allowed for every three
    /// letters of the name, and always at least one.
    /// </returns>
    public static string? Of(string word, IEnumerable<string> names) => (
        from name in names
        let mistakes = Mistakes(word.ToUpperInvariant(), name.ToUpperInvariant())
        where name != word && mistakes <= Math.Max(1, name.Length / 3)
        orderby mistakes
        select name).FirstOrDefault();

    /// <summary>Counts the letters that are missing, superfluous, wrong, or swapped with the next letter.</summary>
    private static int Mistakes(string word, string name)
    {
        var between = new int[word.Length + 1, name.Length + 1];
        for (var i = 0; i <= word.Length; i++)
        {
            for (var j = 0; j <= name.Length; j++)
            {
                between[i, j] = i == 0 || j == 0
                    ? i + j
                    : Math.Min(
                        Math.Min(between[i - 1, j], between[i, j - 1]) + 1,
                        between[i - 1, j - 1] + (word[i - 1] == name[j - 1] ? 0 : 1));
                if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
                {
                    between[i, j] = Math.Min(between[i, j], between[i - 2, j - 2] + 1);
                }
            }
        }

        return between[word.Length, name.Length];
    }
}
