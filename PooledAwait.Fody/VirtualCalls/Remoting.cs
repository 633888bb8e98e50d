using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;

namespace PooledAwait.Fody.VirtualCalls;

/// <summary>
/// On .NET Framework an object of a class that derives from MarshalByRefObject may be a proxy that says it is of that class. Which calls it passes on is
/// its own affair.
/// </summary>
internal sealed class Remoting(ModuleDefinition module)
{
    private readonly bool _exists = module.TypeSystem.CoreLibrary.Name is "mscorlib" or "netstandard";

    /// <summary>Whether calls of an object of a class may run in another context than their caller.</summary>
    public bool ChangesContext(TypeDefinition type) => _exists && type.WithBases().Any(inherited => inherited.FullName == "System.ContextBoundObject");

    public bool MayStandFor(TypeDefinition type)
    {
        for (var inherited = _exists && !type.IsValueType ? type.BaseType : null; inherited is not (null or { FullName: "System.Object" }); inherited = inherited.Resolve().BaseType)
        {
            // What cannot be found may be one.
            if (inherited.FullName == "System.MarshalByRefObject" || inherited.Resolve() == null)
            {
                return true;
            }
        }

        return false;
    }
}
