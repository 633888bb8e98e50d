using System.Runtime.CompilerServices;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Pooling;

public class UnloadingTests
{
    private const string Source =
        """
        using System.Threading.Tasks;
        public static class Plugin
        {
            public static void Run() => M().AsTask().Wait();
            private static async ValueTask M() => await Task.Yield();
        }
        """;

    [TestCase("net10.0")]
    [TestCase("netstandard2.0")]
    public void A_context_with_a_runtime_of_its_own_can_be_unloaded(string runtimeFramework)
    {
        var context = RunAndUnload(runtimeFramework);
        for (var i = 0; i < 20 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.That(context.IsAlive, Is.False);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // so that nothing of it is left on the stack
    private static WeakReference RunAndUnload(string runtimeFramework)
    {
        using var plugin = new LoadedAssembly(new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, Source)).Result, runtimeFramework);
        plugin.Assembly.GetType("Plugin")!.GetMethod("Run")!.Invoke(null, null);
        return new WeakReference(plugin.Assembly);
    }
}
