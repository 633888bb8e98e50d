using System.Xml.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Together;

/// <summary>
/// Weaves two assemblies together. A woven method of one of them is unsound, so the weaver takes back its changes to that method. Then no assembly may still
/// call a removed second method. An assembly that no longer needs internals of the other assembly must lose its access to them.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class UnsoundTests
{
    private const string Library = """
        using System.Threading.Tasks;

        public static class Library
        {
            public static async Task<int> Called(int value) { await Task.Yield(); return value; }
            public static async ValueTask<int> Own(int value) { await Task.Yield(); return value; }
        }
        """;

    private const string App = """
        using System.Threading.Tasks;

        public static class Program
        {
            public static async ValueTask<int> Calling(int value) => await Library.Called(value) + 1;
            public static async ValueTask<int> Own(int value) { await Task.Yield(); return value; }
            public static string Run() => $"{Calling(1).AsTask().Result} {Own(3).AsTask().Result} {Library.Own(4).AsTask().Result}";
        }
        """;

    [TestCase(">Direct(", "Library.Called(int)", true)]
    [TestCase("Program/<Calling>", "Program.Calling(int)", true)]
    [TestCase("nothing", "", false)]
    public void A_method_that_is_left_alone_is_not_called_across_assemblies(string broken, string leftAlone, bool isBroken)
    {
        using var parts = new Parts().Add("Library", Library).Add("App", App);
        var warnings = Weave(parts, broken);

        Assert.That(warnings, Has.Count.EqualTo(isBroken ? 1 : 0));
        Assert.That(warnings, Has.All.StartWith($"PooledAwait PA008: {leftAlone} stays"));
        Assert.That(parts.Method<Func<string>>(Parts.Woven, "Program", "Run")(), Is.EqualTo("2 3 4"));
        foreach (var name in new[] { "Library", "App" })
        {
            using var module = ModuleDefinition.ReadModule(parts.PathOf(Parts.Woven, $"{name}.dll"));
            var isFriend = name == "App" && !isBroken;
            Assert.That(module.Assembly.CustomAttributes.Select(attribute => attribute.AttributeType.Name), isFriend ? Has.Member("IgnoresAccessChecksToAttribute") : Has.No.Member("IgnoresAccessChecksToAttribute"));
            Assert.That(module.Types.Select(type => type.Name), isFriend ? Has.Member("IgnoresAccessChecksToAttribute") : Has.No.Member("IgnoresAccessChecksToAttribute"));
            Assert.That(module.AssemblyReferences.Select(reference => reference.Name), Has.Member("PooledAwait.Runtime"), "the rest is woven");
        }
    }

    private static List<string> Weave(Parts parts, string broken)
    {
        string[] files = [parts.PathOf(Parts.NotWoven, "Library.dll"), parts.PathOf(Parts.NotWoven, "App.dll")];
        string[] references = [.. References.Of(References.Current), .. files];
        using var resolver = new ReferenceResolver(references);
        var assemblies = files.Select(file => new OpenAssembly(file, references, resolver)).ToList();
        assemblies.ForEach(assembly => resolver.Add(assembly.Module.Assembly));
        var weavers = assemblies.ConvertAll(assembly => assembly.Weaver(new XElement("PooledAwait", new XAttribute("MinimumStateMachineSize", 0))));
        weavers[0].AfterRewrites = modules =>
        {
            foreach (var method in modules.All.SelectMany(module => module.Report.Before!.Changed.Concat(module.Report.Before.Added)).Where(method => method.FullName.Contains(broken, StringComparison.Ordinal)).ToList())
            {
                method.Body.Instructions.Insert(0, Instruction.Create(OpCodes.Pop));
            }
        };
        ModuleWeaver.Weave(weavers);
        Directory.CreateDirectory(parts.PathOf(Parts.Woven));
        foreach (var (assembly, weaver) in assemblies.Zip(weavers))
        {
            weaver.WriteReport();
            assembly.CompleteBeforeWriting(weaver);
            File.WriteAllBytes(parts.PathOf(Parts.Woven, Path.GetFileName(assembly.Path)), assembly.Write().Image);
        }

        File.Copy(References.Runtime(References.Current), parts.PathOf(Parts.Woven, "PooledAwait.Runtime.dll"), overwrite: true);
        return [.. UnsoundWeave.Of(assemblies.SelectMany(assembly => assembly.Messages))];
    }
}
