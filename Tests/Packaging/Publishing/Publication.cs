using System.Globalization;
using System.Text.RegularExpressions;

namespace Tests.Packaging.Publishing;

/// <summary>A published program.</summary>
/// <param name="Folder">The folder with the published files.</param>
/// <param name="Output">What the command <c>publish</c> printed.</param>
internal sealed partial record Publication(string Folder, string Output)
{
    /// <summary>
    /// The number of assemblies that were woven for this publication. It is zero if the woven assemblies of an earlier publication are still valid.
    /// </summary>
    public int Woven => OfProjects().Count(Output) + OfPackages().Matches(Output).Sum(match => int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture));

    public string File(string name) => Path.Combine(Folder, name);

    public ShopRun Run(params string[] arguments)
    {
        var program = File(OperatingSystem.IsWindows() ? "Shop.exe" : "Shop");
        var (exitCode, output) = ChildProcess.Run(program, Folder, arguments);
        Assert.That(exitCode, Is.Zero, output);
        return ShopRun.Parse(output);
    }

    [GeneratedRegex(@"^\s*[\w.]+\.dll: PooledAwait: ", RegexOptions.Multiline)]
    private static partial Regex OfProjects();

    [GeneratedRegex(@"^\s*PooledAwait: wove (\d+) package assemblies", RegexOptions.Multiline)]
    private static partial Regex OfPackages();
}
