namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds the classes whose objects may be proxies on .NET Framework. If a class derives from MarshalByRefObject, an object whose <c>GetType</c> returns this
/// class may be a proxy. A proxy itself decides which calls it passes on.
/// </summary>
internal sealed class Remoting(ModuleDefinition module)
{
    private readonly bool _exists = module.TypeSystem.CoreLibrary.Name is "mscorlib" or "netstandard";

    /// <summary>Returns whether calls on an object of a class may run in another context than their caller.</summary>
    public bool ChangesContext(TypeDefinition type) => _exists && type.WithBases().Any(inherited => inherited.FullName == "System.ContextBoundObject");

    public bool MayStandFor(TypeDefinition type)
    {
        for (var inherited = _exists && !type.IsValueType ? type.BaseType : null; inherited is not (null or { FullName: "System.Object" }); inherited = inherited.Resolve().BaseType)
        {
            // A class that cannot be found may derive from MarshalByRefObject.
            if (inherited.FullName == "System.MarshalByRefObject" || inherited.Resolve() == null)
            {
                return true;
            }
        }

        return false;
    }
}
