using System.Text;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Amplification;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>A program that was generated from a seed, or a smaller version of it.</summary>
/// <param name="Seed">The seed that it was generated from.</param>
/// <param name="Language">The language version. Up to C# 12 the compiler passes tasks to WhenAny in an array, later in a span.</param>
/// <param name="IsOrdered">Whether the order within each step is compared; see <see cref="Profile.IsOrdered"/>.</param>
/// <param name="FirstAwait">Whether every async body begins with an await that always suspends; see <see cref="Amplifier"/>.</param>
/// <param name="Members">A block with the members of its class.</param>
internal sealed record FuzzProgram(int Seed, LanguageVersion Language, bool IsOrdered, bool FirstAwait, Piece Members)
{
    /// <summary>The program's text, in a namespace with the given name.</summary>
    public string Render(string name)
    {
        var text = new StringBuilder();
        text.Append($"// Seed {Seed}");
        text.Append(Language == LanguageVersion.Latest ? "" : ", C# 12");
        text.Append(FirstAwait ? ", suspends first" : "");
        text.Append(IsOrdered ? "" : "; the order within a step is not compared");
        text.Append(".\n");
        text.Append("using PooledAwait;\nusing Tests.Fuzzing.Worlds;\n\n");
        text.Append($"namespace {name};\n\n");
        text.Append(Members);
        return text.Append('\n').ToString();
    }
}
