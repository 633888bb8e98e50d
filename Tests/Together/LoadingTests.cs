namespace Tests.Together;

/// <summary>
/// A dispatch method finds the second method for a virtual call. A dispatch method must be able to load everything that it refers to in other assemblies.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class LoadingTests
{
    private const string Usings = "using System; using System.Threading.Tasks; using System.Runtime.CompilerServices;\n";

    private const string Run = """

        public static class Program { public static string Run() => All().Result; private static async Task<string> All() => BODY; }
        """;

    /// <summary>
    /// A class was compiled against an older version of a library. The class lacks something that the newer version requires. No code creates objects of this
    /// class.
    /// </summary>
    [TestCase("public interface IGadget { Task<int> One(); MORE }", "Task<int> Two();")]
    [TestCase("public interface IBase { } public interface IGadget : IBase { Task<int> One(); } MORE", "public interface IUnused { }")]
    [TestCase("public abstract class Shape { MORE } public interface IGadget { Task<int> One(); }", "public abstract int Area();")]
    public void Where_a_class_of_an_older_version_is_incomplete(string core, string more)
    {
        using var parts = new Parts()
            .Add("Core", Usings + core.Replace("MORE", ""))
            .Add("Old", Usings + (core.Contains("Shape") ? "public class Old : Shape, IGadget" : "public class Old : IGadget") + " { public async Task<int> One() { await Task.Yield(); return 1; } }")
            .Replace("Core", Usings + core.Replace("MORE", more))
            .Add("App", Usings +
                "public class Own : IGadget { public async Task<int> One() { await Task.Yield(); return 2; } " + (more.Contains("Two") ? "public async Task<int> Two() { await Task.Yield(); return 3; }" : "") + " }" +
                Run.Replace("BODY", "\"own\" + await ((IGadget)new Own()).One()"));

        RunsAlike(parts, "own2");
    }

    /// <summary>The program refers to an interface of a woven assembly, but the interface has moved to an assembly that is not woven.</summary>
    [Test]
    public void Where_an_interface_has_moved_to_an_assembly_that_is_not_woven()
    {
        using var parts = new Parts()
            .Add("Home", "public interface IOther { }")
            .Add("Facade", "public interface IShared { }")
            .Add("App", Usings + """
                public interface IThing : IShared { Task<int> Go(); }
                public class Thing : IThing { public async Task<int> Go() { await Task.Yield(); return 5; } }
                """ + Run.Replace("BODY", "\"\" + await ((IThing)new Thing()).Go()"))
            .Replace("Home", "public interface IOther { } public interface IShared { }")
            .Replace("Facade", "[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof(IShared))]");

        RunsAlike(parts, "5", "--assembly", "App", "--assembly", "Facade");
    }

    [Test]
    public void Where_the_slot_is_protected_internal()
    {
        using var parts = new Parts()
            .Add("Core", Usings + "public abstract class Step { protected internal virtual async Task<int> RunAsync(int value) { await Task.Yield(); return value; } }")
            .Add("App", Usings + """
                public class MyStep : Step { protected internal override async Task<int> RunAsync(int value) { await Task.Yield(); return 2 * value; } public async Task<int> GoAsync() => await RunAsync(21); }
                public class Kept : MyStep { private readonly Task<int> _kept = Task.FromResult(7); protected internal override Task<int> RunAsync(int value) => _kept; }
                """.Replace("protected internal override", "protected override") + Run.Replace("BODY", "$\"{await new MyStep().GoAsync()} {await new Kept().GoAsync()}\""));

        RunsAlike(parts, "42 7");
    }

    [Test]
    public void Where_a_type_argument_is_internal()
    {
        using var parts = new Parts()
            .Add("Rows", "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Store\")] internal class OrderRow { }")
            .Add("Core", Usings + """
                public interface IStore { Task<int> Count(); }
                public class RepositoryBase<T> : IStore { public async Task<int> Count() { await Task.Yield(); return typeof(T).Name.Length; } }
                """)
            .Add("Store", "internal class Orders : RepositoryBase<OrderRow> { } public static class Make { public static IStore Store() => new Orders(); }")
            .Add("App", Usings + Run.Replace("BODY", "\"\" + await Make.Store().Count()"));

        RunsAlike(parts, "8");
    }

    [Test]
    public void Where_an_assembly_whose_name_begins_with_System_is_missing()
    {
        using var parts = new Parts()
            .Add("System.Win", "namespace System.Win { public class Control { } }")
            .Add("Core", Usings + "public interface IA { Task<int> Get(); }")
            .Add("Win", Usings + "public class WinA : System.Win.Control, IA { public async Task<int> Get() { await Task.Yield(); return 1; } }")
            .Add("App", Usings + "public class Own : IA { public async Task<int> Get() { await Task.Yield(); return 2; } }" + Run.Replace("BODY", "\"\" + await ((IA)new Own()).Get()"));
        File.Delete(parts.PathOf(Parts.NotWoven, "System.Win.dll"));

        RunsAlike(parts, "2");
    }

    [Test]
    public void Where_an_attribute_of_a_parameter_speaks_of_a_type()
    {
        using var parts = new Parts()
            .Add("Core", Usings + """
                using System.Diagnostics.CodeAnalysis;
                public enum Kind { A, B }
                public interface IW { Task<int> Go([ConstantExpected(Min = Kind.A, Max = Kind.B)] Kind kind); }
                public class W : IW { public async Task<int> Go([ConstantExpected(Min = Kind.A, Max = Kind.B)] Kind kind) { await Task.Yield(); return (int)kind; } }
                """)
            .Add("App", Usings + Run.Replace("BODY", "\"\" + await ((IW)new W()).Go(Kind.B)"));

        RunsAlike(parts, "1");
        Assert.That(
            () => parts.Load(Parts.Woven, "App").GetTypes().SelectMany(type => type.GetMethods((System.Reflection.BindingFlags)60)).SelectMany(method => method.GetParameters()).Select(parameter => parameter.GetCustomAttributes(false).Length).Sum(),
            Throws.Nothing);
    }

    [TestCase("public IgnoresAccessChecksToAttribute(string assemblyName) { }", true)]
    [TestCase("public IgnoresAccessChecksToAttribute(string assemblyName) { } public IgnoresAccessChecksToAttribute(System.Type type) { }", true)]
    [TestCase("public IgnoresAccessChecksToAttribute(params string[] names) { }", false)]
    [TestCase("public string Name { get; set; }", false)]
    public void Where_an_assembly_has_the_attribute_itself(string members, bool isUsable)
    {
        using var parts = new Parts()
            .Add("Core", Usings + "public static class Core { public static async Task<int> Get() { await Task.Yield(); return 1; } }")
            .Add("App", Usings +
                "namespace System.Runtime.CompilerServices { [AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)] internal sealed class IgnoresAccessChecksToAttribute : Attribute { " + members + " } }" +
                Run.Replace("BODY", "\"\" + await Core.Get()"));
        if (isUsable)
        {
            RunsAlike(parts, "1");
            return;
        }

        Assert.That(parts.Refusal(), Is.EqualTo(
            "PooledAwait: App declares System.Runtime.CompilerServices.IgnoresAccessChecksToAttribute without a constructor that takes an assembly name. Add that constructor, or leave App out.\n"));
    }

    private static void RunsAlike(Parts parts, string expected, params string[] arguments)
    {
        parts.WeaveTogether(arguments);
        Assert.That(parts.Method<Func<string>>(Parts.NotWoven, "Program", "Run")(), Is.EqualTo(expected));
        Assert.That(parts.Method<Func<string>>(Parts.Woven, "Program", "Run")(), Is.EqualTo(expected));
    }
}
