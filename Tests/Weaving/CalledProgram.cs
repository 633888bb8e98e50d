using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Runs a small program that a test compiled. The program's method <c>Caller.Call()</c> returns what it did.</summary>
internal static class CalledProgram
{
    public static T Call<T>(CompiledAssembly assembly) => (T)new LoadedAssembly(assembly).Assembly.GetType("Caller")!.GetMethod("Call")!.Invoke(null, [])!;
}
