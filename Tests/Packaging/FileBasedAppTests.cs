namespace Tests.Packaging;

/// <summary>Tests a file-based app, which names the package in its first line.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class FileBasedAppTests
{
    [Test]
    public void Is_woven_where_it_is_optimised_and_nothing_is_left_beside_it()
    {
        var folder = Packed.NewFolder();
        Write(1);

        Assert.That(Run("-c", "Release"), Is.EqualTo("3 woven"));
        Write(2);
        Assert.That(Run("-c", "Release"), Is.EqualTo("4 woven"), "The source alone has changed, and the compiler alone would do.");
        Assert.That(Run(), Is.EqualTo("4 as compiled"), "A Debug build.");
        Assert.That(Directory.GetFileSystemEntries(folder).Select(Path.GetFileName), Is.EqualTo((string[])["app.cs"]));

        Dotnet.Run(folder, "publish", "app.cs", "-o", "published");
        Assert.That(Dotnet.Run(folder, Path.Combine(folder, "published", "app.dll")).Trim(), Is.EqualTo("4 woven"));
        Dotnet.Run(folder, "clean", "app.cs");

        string Run(params string[] arguments) => Dotnet.Run(folder, ["run", "app.cs", .. arguments]).Trim();

        void Write(int number) => File.WriteAllText(Path.Combine(folder, "app.cs"), $$"""
            #:package PooledAwait.Fody@{{Packed.Version}}
            #:property PublishAot=false
            #:property TreatWarningsAsErrors=true
            using System.Reflection;

            var isWoven = Assembly.GetExecutingAssembly().GetReferencedAssemblies().Any(assembly => assembly.Name == "PooledAwait.Runtime");
            Console.WriteLine($"{await SumAsync({{number}}, 2)} {(isWoven ? "woven" : "as compiled")}");

            static async ValueTask<int> SumAsync(int a, int b) { await Task.Yield(); return a + b; }
            """);
    }
}
