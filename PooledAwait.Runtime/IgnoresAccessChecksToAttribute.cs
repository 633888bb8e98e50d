#if NET8_0_OR_GREATER
namespace System.Runtime.CompilerServices;

/// <summary>Permits an assembly to use the internal members of another assembly. The runtime recognises this attribute by its name.</summary>
/// <param name="assemblyName">The name of the other assembly.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
internal sealed class IgnoresAccessChecksToAttribute(string assemblyName) : Attribute
{
    public string AssemblyName => assemblyName;
}
#endif
