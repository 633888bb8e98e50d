namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>A program of several assemblies.</summary>
/// <param name="Seed">The seed from which the program was generated.</param>
/// <param name="Assemblies">
/// For each assembly, the code of its types. An assembly may use the assemblies before it. The last type of the last assembly runs the program.
/// </param>
internal sealed record HierarchyProgram(int Seed, IReadOnlyList<IReadOnlyList<string>> Assemblies)
{
    /// <summary>The first lines of each assembly's file.</summary>
    public const string Usings =
        """
        #pragma warning disable
        using System;
        using System.Collections.Generic;
        using System.Linq;
        using System.Threading.Tasks;
        using Tests.Fuzzing.Hierarchies;
        using static Tests.Fuzzing.Hierarchies.Stage;

        """;

    /// <summary>Returns the text of an assembly's file, with a namespace of the given name.</summary>
    public string Render(int assembly, string name) => $"{Usings}\nnamespace {name}\n{{\n{string.Join("\n", Assemblies[assembly])}\n}}\n";

    public override string ToString() => $"// Seed {Seed}\n" + string.Join("\n", Assemblies.Select((types, i) => $"// Assembly {i}\n{string.Join("\n", types)}"));
}
