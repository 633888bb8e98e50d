using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>Decides which calls may reach a method outside the program: in another project, a package or the base library.</summary>
/// <remarks>
/// The weaver never weaves the base library. But a method of the base library may get a pooled ValueTask from an override, an implementation or a delegate, and
/// return this ValueTask. Even methods that are not virtual may do so, for example <c>DbConnection.BeginTransactionAsync</c> and
/// <c>RateLimiter.AcquireAsync</c>. So every call of the base library counts as a call that may reach an outside method. Only two kinds of outside calls do not
/// count: calls of PooledAwait.Runtime, and a kick-off method's call of its builder.
/// </remarks>
internal sealed class OutsideMethods(WovenProgram program)
{
    private readonly HashSet<string> _delegatesOfOutside = [];

    /// <summary>Records the type of a delegate that the program makes, if the delegate's method may be outside the program.</summary>
    public void AddDelegate(MethodReference target, string type)
    {
        if (ValueTaskCalls.IsInvoke(target) || program.Find(target) is not { IsVirtual: false } found || UnsafeAccessor.Is(found))
        {
            _delegatesOfOutside.Add(type);
        }
    }

    /// <summary>Returns whether a call may reach a method outside the program.</summary>
    public bool MayBeReachedBy(Instruction call)
    {
        var named = (MethodReference)call.Operand;
        return program.Find(named) is not { } target ? !RuntimeReference.Has(named.DeclaringType) && !IsOfBuilder(named)
            : UnsafeAccessor.Is(target) ? true
            : DelegateType.Is(target.DeclaringType) ? IsSeenOutside(target.DeclaringType) || _delegatesOfOutside.Contains(target.DeclaringType.FullName)
            : CalleeIndex<ValueTaskCall>.MayReachOthers(call, named, target) && MayBeOutside(target.DeclaringType);
    }

    // Recognises the call by which a kick-off method gets the ValueTask from its own builder.
    private static bool IsOfBuilder(MethodReference named) =>
        named.Name == "get_Task" && named.DeclaringType.Name.Split('`')[0].EndsWith("MethodBuilder", StringComparison.Ordinal);

    // A class can implement an interface of the program by a method that the class inherits from another assembly.
    private static bool MayBeOutside(TypeDefinition type) => type.IsInterface || IsSeenOutside(type);

    private static bool IsSeenOutside(TypeDefinition type)
    {
        var hasFriends = type.Module.Assembly.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "InternalsVisibleToAttribute");
        return type.DeclaringType == null
            ? type.IsPublic || hasFriends
            : (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamilyOrAssembly || (hasFriends && !type.IsNestedPrivate)) && IsSeenOutside(type.DeclaringType);
    }
}
