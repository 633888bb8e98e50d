using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace Tests.Report;

[Parallelizable(ParallelScope.Self)]
public sealed class SourceLinkTests
{
    private const string Map =
        """
        { "documents": {
            "/src/*": "https://raw.githubusercontent.com/owner/name/0123abc/*",
            "/src/external/*": "https://gitlab.com/group/name/-/raw/4567def/*",
            "C:\\work\\*": "https://example.org/files/*",
            "/one.cs": "https://example.org/single.cs",
            "/bad/*": "javascript:alert(1)//*"
        } }
        """;

    [TestCase("/src/A/B.cs", "https://github.com/owner/name/blob/0123abc/A/B.cs#L7")]
    [TestCase("/src/A b/ü#.cs", "https://github.com/owner/name/blob/0123abc/A%20b/%C3%BC%23.cs#L7")]
    [TestCase("/src/external/C.cs", "https://gitlab.com/group/name/-/blob/4567def/C.cs#L7", Description = "The longest path decides.")]
    [TestCase(@"c:\work\Sub\D.cs", "https://example.org/files/Sub/D.cs#L7")]
    [TestCase("/one.cs", "https://example.org/single.cs#L7")]
    [TestCase("/bad/E.cs", null, Description = "Not a page's address.")]
    [TestCase("/elsewhere/F.cs", null)]
    public void A_line_has_the_address_that_the_symbols_tell(string document, string? expected)
    {
        var point = new SequencePoint(Instruction.Create(OpCodes.Nop), new Document(document)) { StartLine = 7 };

        Assert.That(Of(Map).AddressOf(point), Is.EqualTo(expected));
    }

    [TestCase("/src/A/B.cs", "A/B.cs")]
    [TestCase(@"C:\work\Sub\D.cs", "Sub/D.cs")]
    [TestCase("/one.cs", null)]
    [TestCase("/elsewhere/F.cs", null)]
    public void A_file_has_its_path_in_the_repository(string document, string? expected) =>
        Assert.That(Of(Map).PathOf(document), Is.EqualTo(expected));

    [TestCase("")]
    [TestCase("{")]
    [TestCase("[]")]
    [TestCase("{ \"documents\": 1 }")]
    public void A_map_that_cannot_be_read_has_no_addresses(string map) => Assert.That(Of(map).PathOf("/src/A.cs"), Is.Null);

    private static SourceLink Of(string map)
    {
        var module = ModuleDefinition.CreateModule("App", ModuleKind.Dll);
        module.CustomDebugInformations.Add(new SourceLinkDebugInformation(map));
        return new SourceLink(module);
    }
}
