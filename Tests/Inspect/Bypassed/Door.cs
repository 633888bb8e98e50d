using Mono.Cecil;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Checking;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.Inspect.Bypassed;

/// <summary>A woven assembly with second methods of each kind. Tests change the assembly as other tools would.</summary>
internal sealed class Door : IDisposable
{
    private const string Code =
        """
        using System;
        using System.Threading.Tasks;

        public class Door
        {
            private static int s_visits;

            public async Task<string> OpenAsync(string who) => await UnlockAsync(who) + await ForwardAsync(who) + await ChosenAsync(who) + await ReadingAsync(who) + Greet(1);

            public async Task<string> UnlockAsync(string who) { await Task.Yield(); return who; }

            public Task<string> ForwardAsync(string who) => UnlockAsync(who);

            public Task<string> ChosenAsync(string who) => who == null ? Task.FromResult("nobody") : UnlockAsync(who);

            public Task<string> ReadingAsync(string who) { _ = s_visits; return UnlockAsync(who); }

            public int Greet(int visitors) => Called(() => visitors + 1, 2);

            public async Task<string> GuestAsync(Visitor visitor) => await visitor.EnterAsync() + await visitor.LeaveAsync();

            public static int Called(Func<int> function, int times) => function() * times;

            public static void Log(string text) => Console.WriteLine(text);

            public static void Hit(int method) => Console.WriteLine(method);
        }

        public interface IGuest
        {
            Task<string> EnterAsync();
        }

        public class Visitor : IGuest
        {
            public virtual async Task<string> EnterAsync() { await Task.Yield(); return "in"; }

            public async Task<string> LeaveAsync() { await Task.Yield(); return "out"; }

            public static async Task<int> CountAsync() { await Task.Yield(); return 1; }

            public static async Task<int> TwiceAsync() => 2 * await CountAsync();

            public static Task<int>[] Kept() => new[] { CountAsync() };
        }

        public sealed class Member : Visitor
        {
        }
        """;

    private readonly ToolRun _tool = new();
    private readonly OpenAssembly _assembly;
    private readonly WovenRecord _record;

    public Door()
    {
        _tool.Compile("Door", Code);
        var (exitCode, _, error) = ToolRun.Run("weave", _tool.PathOf("in"), "-o", _tool.PathOf("woven"), "--state-objects", "All");
        if (exitCode != 0)
        {
            throw new InvalidOperationException(error);
        }

        _assembly = new OpenAssembly(_tool.PathOf("woven", "Door.dll"), [.. References.Of("net10.0")]);
        var path = _tool.PathOf("Door.record");
        WovenRecord.Of(Module).Write(path);
        _record = WovenRecord.Read(path);
    }

    public ModuleDefinition Module => _assembly.Module;

    public TypeDefinition Type => Module.GetType("Door");

    public MethodDefinition Method(string name) => Type.Methods.Single(method => method.Name == name);

    public TypeDefinition Other(string name) => Module.GetType(name);

    /// <summary>Returns the methods whose code differs from their second methods' code.</summary>
    public IEnumerable<string> Bypassed() => BypassCheck.Of(Module, "Door.dll").Select(method => method.Method);

    /// <summary>
    /// Returns the methods of <see cref="Bypassed"/>, and the methods for which a fact in the weave's record has become wrong. A description of the change
    /// follows each method.
    /// </summary>
    public IEnumerable<string> Broken() => BypassCheck.Of(Module, "Door.dll", _record).Select(method => $"{method.Method} {method.How}");

    /// <summary>Writes the changed assembly into a folder.</summary>
    public string Write()
    {
        var path = _tool.PathOf("changed", "Door.dll");
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, _assembly.Write().Image);
        return path;
    }

    public void Dispose()
    {
        _assembly.Dispose();
        _tool.Dispose();
    }
}
