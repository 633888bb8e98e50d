using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>The references that twins, and calls of twins, need in one module.</summary>
/// <param name="module">The module.</param>
/// <param name="program">The modules that are woven together.</param>
/// <param name="task">Task, as the module names it.</param>
internal sealed class TwinReferences(WovenModule module, WovenProgram program, TypeReference task)
{
    public ModuleDefinition Module => module.Definition;

    /// <summary>References to what other modules define.</summary>
    public ImportedReferences Others { get; } = new(program, module.Definition);

    /// <summary>The local functions whose twins are no local functions.</summary>
    public CalledLocalFunctions LocalFunctions { get; } = new(module);

    /// <summary>The ValueTask types.</summary>
    public ValueTaskReferences ValueTasks { get; } = ValueTaskReferences.In(module.Definition, task, module.Runtime);

    /// <summary>The class in PooledAwait.Runtime whose methods replace what tasks were needed for.</summary>
    public TypeReference DirectTask => new(RuntimeReference.Namespace, RuntimeReference.DirectTask, module.Definition, module.RuntimeReference());

    /// <summary>The method that turns a task into a ValueTask, for code that replaces a method returning the given type of task.</summary>
    public MethodReference ConversionOf(TypeReference returned) => MemberReferences.ForResult(DirectTask, "Of", TaskType.ResultOf(returned), own =>
        (ValueTasks.Of(own).ValueTask, [own == null ? returned : returned.GetElementType().Over(own)]));

    /// <summary>The method that passes a ValueTask on in place of its <c>AsTask</c>.</summary>
    public MethodReference OfCall(TypeReference returned) => MemberReferences.ForResult(
        DirectTask, RuntimeReference.OfCall, TaskType.ResultOf(returned), own => (ValueTasks.Of(own).ValueTask, [ValueTasks.Of(own).ValueTask]));

    /// <summary>A method's twin, as named by code that names the method's type in a given way.</summary>
    public MethodReference On(TypeReference type, MethodDefinition twin) => SecondMethodReference.On(type, twin, Others.Import);

    /// <summary>A method's twin as a call of the method names it.</summary>
    public MethodReference Twin(MethodReference called, MethodDefinition twin)
    {
        var open = On(called.GetElementMethod().DeclaringType, twin);
        return called is GenericInstanceMethod instance ? open.Over(instance.GenericArguments) : open;
    }
}
