using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.Trimming;

/// <summary>
/// Keeps methods that pass a call on out of the stack traces of exceptions. Frameworks before .NET 6 have no attribute for it; the runtimes of .NET that an assembly
/// for one of them runs on leave those out that are to be inlined, which this keeps from growing every caller by saying the contrary as well.
/// </summary>
internal sealed class StackTraceHidden(ModuleDefinition module)
{
    private const string Namespace = "System.Diagnostics";
    private const string Name = "StackTraceHiddenAttribute";

    private readonly Lazy<bool> _exists = new(() =>
        module.TypeSystem.CoreLibrary is AssemblyNameReference core && module.AssemblyResolver.Resolve(core)?.MainModule is { } library &&
        (library.GetType(Namespace, Name) != null || library.ExportedTypes.Any(type => type is { Namespace: Namespace, Name: Name })));

    public void Mark(MethodDefinition method)
    {
        if (_exists.Value)
        {
            var type = new TypeReference(Namespace, Name, module, module.TypeSystem.CoreLibrary);
            method.CustomAttributes.Add(new CustomAttribute(References.Constructor(module, type)));
        }
        else
        {
            method.ImplAttributes |= MethodImplAttributes.AggressiveInlining | MethodImplAttributes.NoInlining;
        }
    }
}
