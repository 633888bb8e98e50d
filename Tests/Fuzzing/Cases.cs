using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing;

/// <summary>
/// Reads and writes fuzz programs as files. The folder Cases contains programs that failed in the past. Every test run repeats these programs.
/// </summary>
internal static partial class Cases
{
    private const string Name = "Case";

    /// <summary>The file names of the programs in the folder Cases, without the extension.</summary>
    public static IEnumerable<string> All =>
        Directory.EnumerateFiles(Folder(), "*.cs").Select(path => Path.GetFileNameWithoutExtension(path)!).Order(StringComparer.Ordinal);

    public static FuzzProgram Read(string name)
    {
        var text = File.ReadAllText(Path.Combine(Folder(), name + ".cs"));
        var header = Header().Match(text);
        return new FuzzProgram(
            int.Parse(header.Groups["seed"].Value),
            header.Groups["old"].Success ? LanguageVersion.CSharp12 : LanguageVersion.Latest,
            !header.Groups["unordered"].Success,
            header.Groups["first"].Success,
            new Text(text[header.Length..]));
    }

    /// <summary>Returns the text for a program's file.</summary>
    public static string Write(FuzzProgram program) => program.Render(Name);

    [GeneratedRegex(
        @"\A// Seed (?<seed>\d+)(?<old>, C# 12)?(?<first>, suspends first)?(?<unordered>; the order within a step is not compared)?\.\n.*?^namespace \w+;\n\n",
        RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Header();

    private static string Folder([CallerFilePath] string path = "") => Path.Combine(Path.GetDirectoryName(path)!, nameof(Cases));
}
