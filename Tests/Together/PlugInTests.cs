using System.Reflection;

namespace Tests.Together;

/// <summary>
/// A program whose assemblies are woven together loads plug-ins. The plug-ins were compiled against the assemblies as they were before weaving.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PlugInTests
{
    private const string Core = """
        using System.Threading.Tasks;

        public interface IPlugIn { Task<string> Name(); ValueTask<int> Number(); }
        public abstract class PlugIn : IPlugIn
        {
            public virtual async Task<string> Name() { await Task.Yield(); return "base"; }
            public abstract ValueTask<int> Number();
            protected async Task<int> Helped(int value) { await Task.Yield(); return value; }
        }
        public sealed class BuiltIn : PlugIn { public override async ValueTask<int> Number() => await Helped(1); }
        """;

    private const string App = """
        using System.Reflection;
        using System.Threading.Tasks;

        public static class Program
        {
            public static string Run(IPlugIn plugIn) => All(plugIn).Result;
            private static async Task<string> All(IPlugIn plugIn) => await plugIn.Name() + await plugIn.Number() + await new BuiltIn().Name() + await new BuiltIn().Number();
        }
        """;

    private const string Outside = """
        using System.Threading.Tasks;

        public class Heir : PlugIn
        {
            public override async Task<string> Name() => "heir of " + await base.Name();
            public override async ValueTask<int> Number() => await Helped(40) + await new BuiltIn().Number();
        }

        public class Other : IPlugIn
        {
            Task<string> IPlugIn.Name() => Task.FromResult("other");
            async ValueTask<int> IPlugIn.Number() { await Task.Yield(); return typeof(BuiltIn).GetMethods().Length; }
        }
        """;

    [TestCase("Heir")]
    [TestCase("Other")]
    public void Runs_as_with_what_is_not_woven(string type)
    {
        using var parts = new Parts().Add("Core", Core).Add("App", App).Add("Outside", Outside);
        parts.WeaveTogether("--assembly", "Core", "--assembly", "App");

        Assert.That(Run(parts.Load(Parts.Woven, "Outside")), Is.EqualTo(Run(parts.Load(Parts.NotWoven, "Outside"))));

        string Run(Assembly outside) => (string)AppOf(outside).GetType("Program", throwOnError: true)!.GetMethod("Run")!
            .Invoke(null, [Activator.CreateInstance(outside.GetType(type, throwOnError: true)!)])!;

        static Assembly AppOf(Assembly outside) => System.Runtime.Loader.AssemblyLoadContext.GetLoadContext(outside)!.LoadFromAssemblyName(new AssemblyName("App"));
    }
}
