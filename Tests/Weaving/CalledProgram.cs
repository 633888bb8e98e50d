using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Runs a small program that a test compiled. Its method <c>Caller.Call()</c> returns what the program did.</summary>
internal static class CalledProgram
{
    public static T Call<T>(CompiledAssembly assembly) => (T)new LoadedAssembly(assembly).Assembly.GetType("Caller")!.GetMethod("Call")!.Invoke(null, [])!;
}
