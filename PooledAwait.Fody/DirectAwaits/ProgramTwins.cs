using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.DirectAwaits.VirtualCalls;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>The twins of a program, and the methods by which virtual calls find them, for each module. Only those modules get anything that need it.</summary>
/// <param name="program">What is woven together.</param>
/// <param name="decisions">Which methods can have a twin.</param>
/// <param name="runtime">PooledAwait.Runtime.</param>
internal sealed class ProgramTwins(WovenProgram program, TwinDecisions decisions, AssemblyDefinition runtime)
{
    private readonly Dictionary<ModuleDefinition, ModuleTwins> _modules = [];

    public TwinDecisions Decisions => decisions;

    /// <summary>The kick-off methods of a module that have a twin.</summary>
    public ICollection<MethodDefinition> KickOffsOf(ModuleDefinition module) => _modules.TryGetValue(module, out var own) ? own.Twins.KickOffs : [];

    /// <summary>Whether a module has twins.</summary>
    public bool AreIn(ModuleDefinition module) => _modules.ContainsKey(module);

    /// <summary>What changes the awaits of a method for the calls of task methods that it names.</summary>
    public AwaitChange ChangeOf(BodyEditor caller, MethodReference taskMethod) => new(caller, In(taskMethod).Types, In(taskMethod).Twins.DirectTask);

    /// <summary>The call that takes the place of one whose task is awaited where it is returned.</summary>
    public Instruction Replacement(TaskCall call)
    {
        var own = In((MethodReference)call.Call.Operand);
        return call.Dispatch == null ? own.Twins.Call(call.Call, own.Twins.Of(call.Callee, call.Caller)!) : own.Dispatches.Call(call.Call, call.Dispatch);
    }

    /// <summary>Gives the twins of kick-off methods their code, once those have the builder that serves both.</summary>
    public void Complete()
    {
        foreach (var own in _modules.Values)
        {
            own.Twins.Complete();
        }
    }

    private ModuleTwins In(MethodReference taskMethod)
    {
        var module = taskMethod.Module;
        if (!_modules.TryGetValue(module, out var own))
        {
            _modules.Add(module, own = New(module, taskMethod.ReturnType.GetElementType()));
        }

        return own;
    }

    private ModuleTwins New(ModuleDefinition module, TypeReference task)
    {
        var types = ValueTaskReferences.In(module, task, runtime);
        var references = new ImportedReferences(program, module);
        var twins = new Twins(
            module, references, types, () => RuntimeReference.AddTo(module, runtime),
            (method, caller) => In(method).Twins.Of(method, caller),
            method => decisions.WhyNoTwin(method) == null, decisions.ForwarderOf, Dispatched);
        return new ModuleTwins(types, twins, new DispatchMethods(module, references, types, twins));
    }

    private Instruction? Dispatched(ReturnedTask task, Instruction call) =>
        decisions.DispatchOf(task.Called!, task.Callee!).Value is { } dispatch ? In(task.Called!).Dispatches.Call(call, dispatch) : null;

    private sealed record ModuleTwins(ValueTaskReferences Types, Twins Twins, DispatchMethods Dispatches);
}
