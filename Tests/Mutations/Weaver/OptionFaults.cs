namespace Tests.Mutations.Weaver;

/// <summary>Faults in the code that reads options and decides where an option applies.</summary>
internal static class OptionFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "An attribute on a type outweighs one on its method.",
            "Scope.cs",
            "inner[0].Ignore",
            "inner[inner.Length - 1].Ignore",
            "Options.ScopePlacesTests"),
        new(
            "A pattern matches every name that begins as it does.",
            "ScopePattern.cs",
            " + @\"\\z\", RegexOptions",
            ", RegexOptions",
            "Options.ScopePatternTests"),
        new(
            "An attribute of the same name from another assembly is heeded.",
            "AttributeReader.cs",
            "attribute.AttributeType.FullName == fullName && RuntimeReference.Has(attribute.AttributeType)",
            "attribute.AttributeType.FullName == fullName",
            "Options.ScopeTests"),
        new(
            "A blank line in an element is an empty word.",
            "OptionValue.cs",
            "            .Where(line => !string.IsNullOrWhiteSpace(line))\n",
            "",
            "Options.OptionsReaderTests"),
    ];
}
