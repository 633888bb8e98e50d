namespace PooledAwait.Inspect.Printing;

/// <summary>A method's IL before and after weaving.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">The method's name in the source code. A state machine's methods have the name of the async method.</param>
/// <param name="Member">The method's full name in metadata.</param>
/// <param name="Before">The IL before weaving; null if the weaver added the method.</param>
/// <param name="After">The IL after weaving; null if nothing differs.</param>
internal sealed record MethodAnswer(string Assembly, string Method, string Member, string? Before, string? After)
{
    public void WriteTo(TextWriter output)
    {
        var parts = this switch
        {
            { After: null } => (IEnumerable<(string, string)>)[("unchanged", Before!)],
            { Before: null } => [("added", After)],
            _ => [("before", Before), ("after", After)],
        };
        foreach (var (heading, il) in parts)
        {
            output.WriteLine($"// {heading}: {Member} in {Assembly}\n{il}");
        }
    }
}
