using System.Text.RegularExpressions;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>A method of a family as a type has it.</summary>
/// <param name="Family">The family.</param>
/// <param name="Argument">What stands for <c>T</c>; empty where there is none.</param>
internal sealed partial record Slot(Family Family, string Argument)
{
    /// <summary>What no two methods of a class share.</summary>
    public string Key => $"{Family.Name}({Takes})";

    public string Returns => Substitute(Family.Returns, Argument);

    public string Takes => Substitute(Family.Takes, Argument);

    public static Slot Of(Family family, string argument) => new(family, family.HasTypeParameter ? argument : "");

    /// <summary>The same where a type argument stands for the type parameter.</summary>
    public Slot In(string argument) => new(Family, Substitute(Argument, argument));

    /// <param name="returns">What it returns, which may be more than the family says.</param>
    /// <param name="type">The interface that it is an explicit implementation of, and a dot; or empty.</param>
    public string Declaration(string returns, string type = "") =>
        $"{returns} {type}{Family.Name}{(Family.IsGeneric ? "<V>" : "")}({(Family.Takes == "" ? "" : $"{Takes} value")})";

    /// <param name="receiver">What it is called on.</param>
    /// <param name="own">The type argument of a generic method.</param>
    /// <param name="value">What is passed on; by default some value.</param>
    public string Call(string receiver, string own = "int", string? value = null)
    {
        var type = Substitute(Takes, own, "V");
        return $"{receiver}.{Family.Name}{(Family.IsGeneric ? $"<{own}>" : "")}({(type == "" ? "" : value ?? $"Some<{type}>()")})";
    }

    /// <summary>What a call with that type argument returns.</summary>
    public static string ReturnedBy(string returns, string own) => Substitute(returns, own, "V");

    public static string Substitute(string type, string argument, string parameter = "T") =>
        parameter == "T" ? TypeParameter().Replace(type, argument) : OwnParameter().Replace(type, argument);

    [GeneratedRegex(@"\bT\b")]
    private static partial Regex TypeParameter();

    [GeneratedRegex(@"\bV\b")]
    private static partial Regex OwnParameter();
}
