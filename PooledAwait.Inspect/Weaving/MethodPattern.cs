using System.IO.Enumeration;

namespace PooledAwait.Inspect.Weaving;

/// <summary>
/// Names methods as reports do: <c>Namespace.Type.Method(int, string)</c>, with a plus before a nested type. Without parentheses the parameters
/// are not looked at, and a star stands for any text.
/// </summary>
internal sealed class MethodPattern(string text)
{
    public bool Matches(string name) =>
        FileSystemName.MatchesSimpleExpression(text, text.Contains('(') ? name : WithoutParameters(name), ignoreCase: false);

    // Behind the parameters may stand what a lambda or a local function is called.
    private static string WithoutParameters(string name)
    {
        var open = name.IndexOf('(');
        return open < 0 ? name : name[..open];
    }
}
