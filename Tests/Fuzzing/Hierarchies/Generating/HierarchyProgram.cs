namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>A program of several assemblies.</summary>
/// <param name="Seed">What it was drawn by.</param>
/// <param name="Assemblies">For each assembly its types, those that others depend on first. The last one of the last assembly runs it.</param>
internal sealed record HierarchyProgram(int Seed, IReadOnlyList<IReadOnlyList<string>> Assemblies)
{
    /// <summary>What stands in each file.</summary>
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

    /// <summary>The file of an assembly.</summary>
    public string Render(int assembly, string name) => $"{Usings}\nnamespace {name}\n{{\n{string.Join("\n", Assemblies[assembly])}\n}}\n";

    public override string ToString() => $"// Seed {Seed}\n" + string.Join("\n", Assemblies.Select((types, i) => $"// Assembly {i}\n{string.Join("\n", types)}"));
}
