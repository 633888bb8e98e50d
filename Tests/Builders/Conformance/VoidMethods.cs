using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>
/// Puts the pooled builder into async void methods of a compiled assembly, because the compiler ignores the attribute on those.
/// </summary>
public static class VoidMethods
{
    public static byte[] Replace(byte[] image)
    {
        using var module = CompiledAssembly.Read(image);

        // One object represents the type in all places, and all must change.
        var builder = module.GetTypeReferences().Single(type => type.FullName == "System.Runtime.CompilerServices.AsyncVoidMethodBuilder");
        builder.Namespace = "PooledAwait.Runtime";
        builder.Name = "PooledAsyncVoidMethodBuilder";
        builder.Scope = module.AssemblyReferences.Single(reference => reference.Name == "PooledAwait.Runtime");

        var output = new MemoryStream();
        module.Write(output);
        return output.ToArray();
    }
}
