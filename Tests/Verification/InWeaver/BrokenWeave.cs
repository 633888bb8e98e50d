using System.Xml.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification.InWeaver;

/// <summary>
/// Weaves a program in which the weaver changes builders, awaits and delegates. A test can break the woven code before the weaver checks the code.
/// </summary>
internal static class BrokenWeave
{
    private const string Source = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        public interface IReader { Task<int> ReadAsync(int n); }
        public sealed class Reader : IReader { public async Task<int> ReadAsync(int n) { await Task.Yield(); return n + 1; } }

        public static class C
        {
            public static async ValueTask<int> FirstAsync(int n) { await Task.Yield(); return n + 1; }
            public static async ValueTask<int> SecondAsync(int n) { await Task.Yield(); return n + 2; }
            public static async Task<int> CalledAsync(int n) { await Task.Yield(); return n + 3; }
            public static async Task<int> CallerAsync(int n) => await CalledAsync(n) + await CalledAsync(n + 1);
            public static async Task<int> VirtualAsync(int n) { IReader reader = new Reader(); return await reader.ReadAsync(n); }
            public static int Continued(int n) => Task.FromResult(n).ContinueWith(task => task.Result + n, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default).Result;
            public static int Call(Func<int> function) => function();
            public static int Own(int n) => Call(() => n);
            public static string All() =>
                $"{FirstAsync(1).AsTask().Result} {SecondAsync(1).AsTask().Result} {CallerAsync(1).Result} {VirtualAsync(1).Result} {Continued(1)} {Own(1)}";
        }
        """;

    /// <summary>The program's result, which weaving must not change.</summary>
    public const string Expected = "2 3 9 2 2 1";

    public static readonly CompiledAssembly Compiled = Fixtures.Compile(Shape.Release, Source);

    /// <summary>Breaks the state machine of <c>FirstAsync</c>.</summary>
    public static void BreakFirst(WovenModules modules)
    {
        foreach (var method in WovenMethods(modules).Where(method => method.FullName.Contains("C/<FirstAsync>", StringComparison.Ordinal)))
        {
            Break(method);
        }
    }

    /// <summary>
    /// Returns the methods that the weave changed or added. The weaver records these methods only if the check is on. If the check is off, returns the methods
    /// of all types that have a field of a PooledAwait.Runtime type.
    /// </summary>
    public static IEnumerable<MethodDefinition> WovenMethods(WovenModules modules) =>
        modules.All.SelectMany(module => module.Report.Before == null
            ? module.Methods.Where(method => method.HasBody && method.DeclaringType.Fields.Any(field => field.FieldType.Namespace == "PooledAwait.Runtime"))
            : [.. module.Report.Before.Changed, .. module.Report.Before.Added]).ToList();

    /// <summary>Inserts an instruction that takes a value from the empty stack.</summary>
    public static void Break(MethodDefinition method) => method.Body.Instructions.Insert(0, Instruction.Create(OpCodes.Pop));

    /// <param name="afterRewrites">Runs after the rewrites and before the check. It can break the woven modules.</param>
    /// <param name="verify">The option Verify.</param>
    /// <param name="suppress">The warning to silence (the option Suppress); none by default.</param>
    /// <param name="prepare">Changes the module before the weave, as another add-in could.</param>
    /// <param name="isError">Whether the build must fail.</param>
    public static (Woven Woven, WeavingReport Report) Weave(
        Action<WovenModules> afterRewrites, string verify = "Warn", string suppress = "", Action<ModuleDefinition>? prepare = null, bool isError = false)
    {
        ModuleWeaver? weaver = null;
        var woven = new WeavingRunner
        {
            Config = new XElement("PooledAwait", new XAttribute("Verify", verify), new XAttribute("MinimumStateMachineSize", 0), suppress.Length == 0 ? null : new XAttribute("Suppress", suppress)),
            Weaver = () => weaver = new ModuleWeaver { AfterRewrites = afterRewrites },
            Prepare = prepare,
        }.Weave(Compiled);
        Assert.That(woven.Output == null, Is.EqualTo(isError), string.Join("\n", woven.Errors));
        return (woven, weaver!.Report!);
    }

    /// <summary>Runs the woven program, and returns its result.</summary>
    public static string Run(Woven woven) => (string)new LoadedAssembly(woven.Result).Assembly.GetType("C")!.GetMethod("All")!.Invoke(null, null)!;
}
