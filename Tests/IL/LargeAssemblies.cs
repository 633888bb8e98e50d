using Mono.Cecil;

namespace Tests.IL;

/// <summary>The paths of large assemblies that compilers made. Only a whole run (see <see cref="Extent"/>) uses the last assembly.</summary>
internal static class LargeAssemblies
{
    public static TestCaseData[] All =>
    [
        .. new[]
        {
            typeof(object),
            typeof(Enumerable),
            typeof(System.Text.Json.JsonSerializer),
            typeof(ModuleDefinition),
            typeof(ICSharpCode.Decompiler.CSharp.CSharpDecompiler),
            typeof(Microsoft.CodeAnalysis.CSharp.CSharpCompilation),
        }.Take(Extent.IsWhole ? 6 : 5).Select(type => new TestCaseData(type.Assembly.Location).SetArgDisplayNames(type.Assembly.GetName().Name!)),
    ];
}
