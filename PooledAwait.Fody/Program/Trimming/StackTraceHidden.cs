namespace PooledAwait.Fody.Program;

/// <summary>
/// Marks methods that only pass on a call, so that the stack traces of exceptions omit them. Frameworks before .NET 6 have no attribute for this. For them, the
/// methods are marked for aggressive inlining, because .NET leaves methods with this mark out of stack traces. The methods are also marked against inlining,
/// because inlined copies would make every caller larger.
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
