using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Makes the references that twins and calls of twins need in one module.</summary>
/// <param name="module">The module.</param>
/// <param name="program">The modules that are woven together.</param>
/// <param name="task">The module's reference to Task.</param>
internal sealed class TwinReferences(WovenModule module, WovenProgram program, TypeReference task)
{
    public ModuleDefinition Module => module.Definition;

    /// <summary>The references to types and members of other modules.</summary>
    public ImportedReferences Others { get; } = new(program, module.Definition);

    /// <summary>Finds the local functions whose twins are named like ordinary methods.</summary>
    public CalledLocalFunctions LocalFunctions { get; } = new(module);

    public ValueTaskReferences ValueTasks { get; } = ValueTaskReferences.In(module.Definition, task, module.Runtime);

    /// <summary>The class in PooledAwait.Runtime whose methods convert tasks to ValueTasks, and get the awaiters of ValueTasks.</summary>
    public TypeReference DirectTask => new(RuntimeReference.Namespace, RuntimeReference.DirectTask, module.Definition, module.RuntimeReference());

    /// <summary>Makes the reference to the method that converts a task of the given type to a ValueTask.</summary>
    public MethodReference ConversionOf(TypeReference returned) => MemberReferences.ForResult(DirectTask, "Of", TaskType.ResultOf(returned), own =>
        (ValueTasks.Of(own).ValueTask, [own == null ? returned : returned.GetElementType().Over(own)]));

    /// <summary>
    /// Makes the reference to the method of PooledAwait.Runtime that twins call in place of <c>AsTask</c>. If possible, the called method returns its ValueTask
    /// unchanged, and makes no task.
    /// </summary>
    public MethodReference OfCall(TypeReference returned) => MemberReferences.ForResult(
        DirectTask, RuntimeReference.OfCall, TaskType.ResultOf(returned), own => (ValueTasks.Of(own).ValueTask, [ValueTasks.Of(own).ValueTask]));

    /// <summary>Makes the reference to a twin, for code that calls the original method on the given type.</summary>
    public MethodReference On(TypeReference type, MethodDefinition twin) => SecondMethodReference.On(type, twin, Others.Import);

    /// <summary>Makes the reference to a method's twin, with the type arguments of a call to the method.</summary>
    public MethodReference Twin(MethodReference called, MethodDefinition twin)
    {
        var open = On(called.GetElementMethod().DeclaringType, twin);
        return called is GenericInstanceMethod instance ? open.Over(instance.GenericArguments) : open;
    }
}
