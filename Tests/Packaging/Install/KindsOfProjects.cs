namespace Tests.Packaging.Install;

/// <summary>Projects of each kind that can have async code, without the package.</summary>
internal static class KindsOfProjects
{
    private const string Shop = """
        using System.Threading.Tasks;

        namespace Shop;

        public static class Cart
        {
            public static async ValueTask<int> TotalAsync() { await Task.Yield(); return 1; }
            public static async ValueTask<int> CountAsync() { await Task.Yield(); return 1; }
        }
        """;

    public static IEnumerable<FreshProject> Of(string folder) =>
    [
        FreshProject.Console(folder, "Application"),
        FreshProject.Library(folder, "Library", "net10.0;netstandard2.0"),
        FreshProject.In(folder, "FSharp", ".fsproj").With("OutputType", "Exe").Source("Calls.fs").Item("Compile", "Calls.fs"),
        FreshProject.In(folder, "VisualBasic", ".vbproj").With("OutputType", "Exe").Source("Calls.vb"),
        AddTests(FreshProject.Of(folder, "XunitTests"), "[Xunit.Fact]", central: false, "xunit", "xunit.runner.visualstudio"),
        FreshProject.Library(folder, "Optioned", "net10.0").Text("Shop.cs", Shop)
            .With("PooledAwaitReport", "Full")
            .With("PooledAwaitExclude", "\n      Shop.Cart::Total*\n      *::<Main>$\n    ")
            .With("PooledAwaitSuppress", "PA001"),
    ];

    /// <summary>Turns a project into a test project, whose test runs a method that suspends.</summary>
    /// <param name="project">A project without source.</param>
    /// <param name="attribute">The attribute that marks a test.</param>
    /// <param name="central">Whether package versions are managed centrally.</param>
    /// <param name="packages">The packages of the test framework, in the versions that this repository uses.</param>
    public static FreshProject AddTests(FreshProject project, string attribute, bool central, params string[] packages)
    {
        foreach (var package in (string[])["Microsoft.NET.Test.Sdk", .. packages])
        {
            project.OtherPackage(package, central ? null : CentralVersions.Of(package));
        }

        return project.Text("Tests.cs", $$"""
            using System;
            using System.Threading.Tasks;

            public class Tests
            {
                {{attribute}}
                public async Task Suspends()
                {
                    if (await SumAsync(1, 2) != 3) { throw new InvalidOperationException(); }
                }

                private static async ValueTask<int> SumAsync(int a, int b) { await Task.Yield(); return a + b; }
            }
            """);
    }
}
