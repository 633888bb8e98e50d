using System.Text;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Amplification;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>A program that was generated from a seed, or a shrunk version of such a program.</summary>
/// <param name="Seed">The seed from which the program was generated.</param>
/// <param name="Language">The version of C#. C# 12 passes the tasks of a WhenAny in an array, and later versions in a span.</param>
/// <param name="IsOrdered">Whether the order of events within each step of the program is compared. See <see cref="Profile.IsOrdered"/>.</param>
/// <param name="FirstAwait">Whether every async body begins with an await that always suspends; see <see cref="Amplifier"/>.</param>
/// <param name="Members">The declaration of the program's class.</param>
internal sealed record FuzzProgram(int Seed, LanguageVersion Language, bool IsOrdered, bool FirstAwait, Piece Members)
{
    /// <summary>Returns the text of the program's file, with a namespace of the given name.</summary>
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
