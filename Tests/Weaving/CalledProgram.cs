using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>A small program that a test compiled, whose method <c>Caller.Call()</c> says what it does.</summary>
internal static class CalledProgram
{
    public static T Call<T>(CompiledAssembly assembly) => (T)new LoadedAssembly(assembly).Assembly.GetType("Caller")!.GetMethod("Call")!.Invoke(null, [])!;
}
