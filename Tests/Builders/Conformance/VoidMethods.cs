using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>
/// Gives the async void methods of a compiled assembly the pooled builder. On these methods, the compiler ignores <c>[AsyncMethodBuilder]</c>.
/// </summary>
public static class VoidMethods
{
    public static byte[] Replace(byte[] image)
    {
        using var module = CompiledAssembly.Read(image);

        // All uses of the type share this reference, so a change of the reference changes all uses.
        var builder = module.GetTypeReferences().Single(type => type.FullName == "System.Runtime.CompilerServices.AsyncVoidMethodBuilder");
        builder.Namespace = "PooledAwait.Runtime";
        builder.Name = "PooledAsyncVoidMethodBuilder";
        builder.Scope = module.AssemblyReferences.Single(reference => reference.Name == "PooledAwait.Runtime");

        var output = new MemoryStream();
        module.Write(output);
        return output.ToArray();
    }
}
