using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Programs;

namespace PooledAwait.Fody.Builders;

/// <summary>Which calls may reach a method outside the program: one of another project, of a package, of the base library.</summary>
/// <remarks>
/// The base library is never woven, and what it returns may be pooled nevertheless: it hands on what an override, an implementation or a delegate of somebody's returned, also by
/// methods that are not virtual, as <c>DbConnection.BeginTransactionAsync</c> and <c>RateLimiter.AcquireAsync</c> do. So no assembly is left out but the one that woven code calls.
/// </remarks>
internal sealed class OutsideMethods(WovenProgram program)
{
    private readonly HashSet<string> _delegatesOfOutside = [];

    /// <summary>Notes from which method the program makes a delegate.</summary>
    public void AddDelegate(MethodReference target, string type)
    {
        if (ValueTaskCalls.IsInvoke(target) || program.Find(target) is not { IsVirtual: false } found || UnsafeAccessor.Is(found))
        {
            _delegatesOfOutside.Add(type);
        }
    }

    /// <summary>Whether a call may reach one.</summary>
    public bool MayBeReachedBy(Instruction call)
    {
        var named = (MethodReference)call.Operand;
        return program.Find(named) is not { } target ? !RuntimeReference.Has(named.DeclaringType) && !IsOfBuilder(named)
            : UnsafeAccessor.Is(target) ? true
            : DelegateType.Is(target.DeclaringType) ? IsSeenOutside(target.DeclaringType) || _delegatesOfOutside.Contains(target.DeclaringType.FullName)
            : CalleeIndex<ValueTaskCall>.MayReachOthers(call, named, target) && MayBeOutside(target.DeclaringType);
    }

    // What a kick-off method returns: the program's own builder made it.
    private static bool IsOfBuilder(MethodReference named) =>
        named.Name == "get_Task" && named.DeclaringType.Name.Split('`')[0].EndsWith("MethodBuilder", StringComparison.Ordinal);

    // A class that implements an interface of the program's may inherit the method from anywhere.
    private static bool MayBeOutside(TypeDefinition type) => type.IsInterface || IsSeenOutside(type);

    private static bool IsSeenOutside(TypeDefinition type)
    {
        var hasFriends = type.Module.Assembly.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "InternalsVisibleToAttribute");
        return type.DeclaringType == null
            ? type.IsPublic || hasFriends
            : (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamilyOrAssembly || (hasFriends && !type.IsNestedPrivate)) && IsSeenOutside(type.DeclaringType);
    }
}
