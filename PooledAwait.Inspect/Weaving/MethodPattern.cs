using System.IO.Enumeration;

namespace PooledAwait.Inspect.Weaving;

/// <summary>
/// A pattern for methods, as reports name them: <c>Namespace.Type.Method(int, string)</c>, with a plus before a nested type. If the pattern has no parentheses,
/// parameters are ignored. A star stands for any text.
/// </summary>
internal sealed class MethodPattern(string text)
{
    public bool Matches(string name) =>
        FileSystemName.MatchesSimpleExpression(text, text.Contains('(') ? name : WithoutParameters(name), ignoreCase: false);

    // Removes the parameters, and what comes after them: the name of a lambda or local function.
    private static string WithoutParameters(string name)
    {
        var open = name.IndexOf('(');
        return open < 0 ? name : name[..open];
    }
}
