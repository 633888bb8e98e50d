#if NET8_0_OR_GREATER
namespace System.Runtime.CompilerServices;

/// <summary>Runtimes know this attribute: an assembly that carries it may use the internal members of another assembly.</summary>
/// <param name="assemblyName">The name of the other assembly.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
internal sealed class IgnoresAccessChecksToAttribute(string assemblyName) : Attribute
{
    public string AssemblyName => assemblyName;
}
#endif
