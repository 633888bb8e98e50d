namespace PooledAwait.Fody.Program;

/// <summary>
/// Marks methods that do nothing except pass a call on, so that the stack traces of exceptions omit these methods. Frameworks before .NET 6 have no attribute
/// for this. For these frameworks, the methods are marked with AggressiveInlining, because .NET omits methods with this mark from stack traces. NoInlining is
/// set too, so that the methods are not in fact inlined. Inlined copies would make every caller larger.
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
            method.CustomAttributes.Add(new CustomAttribute(MemberReferences.Constructor(module, type)));
        }
        else
        {
            method.ImplAttributes |= MethodImplAttributes.AggressiveInlining | MethodImplAttributes.NoInlining;
        }
    }
}
