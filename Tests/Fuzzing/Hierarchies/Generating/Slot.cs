using System.Text.RegularExpressions;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>A method of a family, as one type declares it: with a type argument in place of <c>T</c>.</summary>
/// <param name="Family">The method's name, return type and parameter.</param>
/// <param name="Argument">The type argument for <c>T</c>; empty if there is none.</param>
internal sealed partial record Slot(Family Family, string Argument)
{
    /// <summary>Identifies the method within a type: no two methods of a type have the same key.</summary>
    public string Key => $"{Family.Name}({Takes})";

    public string Returns => Substitute(Family.Returns, Argument);

    public string Takes => Substitute(Family.Takes, Argument);

    public static Slot Of(Family family, string argument) => new(family, family.HasTypeParameter ? argument : "");

    /// <summary>Returns the same method with a type argument instead of the type parameter.</summary>
    public Slot In(string argument) => new(Family, Substitute(Argument, argument));

    /// <param name="returns">The return type. An override may have a more specific return type than the family.</param>
    /// <param name="type">For an explicit implementation the interface and a dot; otherwise empty.</param>
    public string Declaration(string returns, string type = "") =>
        $"{returns} {type}{Family.Name}{(Family.IsGeneric ? "<V>" : "")}({(Family.Takes == "" ? "" : $"{Takes} value")})";

    /// <param name="receiver">The receiver.</param>
    /// <param name="own">The type argument of a generic method.</param>
    /// <param name="value">The argument; by default some value of the parameter's type.</param>
    public string Call(string receiver, string own = "int", string? value = null)
    {
        var type = Substitute(Takes, own, "V");
        return $"{receiver}.{Family.Name}{(Family.IsGeneric ? $"<{own}>" : "")}({(type == "" ? "" : value ?? $"Some<{type}>()")})";
    }

    /// <summary>Returns the return type of a call with the given type argument for <c>V</c>.</summary>
    public static string ReturnedBy(string returns, string own) => Substitute(returns, own, "V");

    public static string Substitute(string type, string argument, string parameter = "T") =>
        parameter == "T" ? TypeParameter().Replace(type, argument) : OwnParameter().Replace(type, argument);

    [GeneratedRegex(@"\bT\b")]
    private static partial Regex TypeParameter();

    [GeneratedRegex(@"\bV\b")]
    private static partial Regex OwnParameter();
}
