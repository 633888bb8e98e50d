#if NET8_0_OR_GREATER
namespace System.Runtime.CompilerServices;

/// <summary>Known to the runtimes: the assembly that has it may use what another keeps to itself.</summary>
/// <param name="assemblyName">The other one.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
internal sealed class IgnoresAccessChecksToAttribute(string assemblyName) : Attribute
{
    public string AssemblyName => assemblyName;
}
#endif
