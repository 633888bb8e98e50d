using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// The twins and dispatch methods of a program: those that awaited calls need, and those that these call in turn. They are declared here, so that code can name them;
/// <see cref="TwinBodies"/> gives them their code.
/// </summary>
/// <param name="modules">The modules that are woven together.</param>
/// <param name="plan">Which methods can have a twin.</param>
internal sealed class ProgramTwins(WovenModules modules, TwinPlan plan)
{
    private readonly Dictionary<ModuleDefinition, TwinReferences> _references = [];
    private readonly Dictionary<ModuleDefinition, DispatchMethods> _dispatchMethods = [];
    private readonly Dictionary<MethodDefinition, MethodDefinition> _twins = [];
    private readonly Dictionary<Dispatch, MethodDefinition> _dispatches = [];

    private readonly List<(MethodDefinition Method, MethodDefinition Twin)> _declared = [];
    private readonly HashSet<MethodDefinition> _new = [];

    /// <summary>The twins that this weave declares, in order of declaration. An earlier weave made the others.</summary>
    public IReadOnlyList<(MethodDefinition Method, MethodDefinition Twin)> Declared => _declared;

    /// <summary>Every twin that is called, by its method, whichever weave made it.</summary>
    public IReadOnlyDictionary<MethodDefinition, MethodDefinition> All => _twins;

    /// <summary>The dispatch methods, for each module.</summary>
    public IEnumerable<DispatchMethods> Dispatches => _dispatchMethods.Values;

    /// <summary>The kick-off methods that get a twin.</summary>
    public ICollection<MethodDefinition> KickOffs => new HashSet<MethodDefinition>(_declared.Select(pair => pair.Method).Where(KickOff.Is));

    /// <summary>Whether a module has twins, or calls some.</summary>
    public bool AreIn(ModuleDefinition module) => _references.ContainsKey(module);

    /// <summary>Declares the method that replaces the called one if a call's task is awaited.</summary>
    /// <param name="call">The call.</param>
    /// <param name="callee">The method that it names.</param>
    /// <param name="caller">The method that contains it.</param>
    /// <param name="dispatch">The types that it may reach, if it is virtual.</param>
    public void Want(Instruction call, MethodDefinition callee, MethodDefinition caller, Dispatch? dispatch)
    {
        var called = (MethodReference)call.Operand;
        In(called);
        if (dispatch == null)
        {
            Want(callee, caller);
        }
        else
        {
            Want(dispatch, called);
        }
    }

    /// <summary>The references that calls of a task method need in their module.</summary>
    public TwinReferences In(MethodReference taskMethod)
    {
        if (!_references.TryGetValue(taskMethod.Module, out var references))
        {
            _references.Add(taskMethod.Module, references = new TwinReferences(modules.Of(taskMethod.Module), modules.Program, taskMethod.ReturnType.GetElementType()));
            _dispatchMethods.Add(taskMethod.Module, new DispatchMethods(references));
        }

        return references;
    }

    /// <summary>The call that replaces one whose task is awaited, or is returned by a forwarder.</summary>
    /// <param name="call">The call of a method that has a twin, or of a slot.</param>
    /// <param name="callee">The method that it names.</param>
    /// <param name="dispatch">The types that it may reach, if it is virtual.</param>
    public Instruction Replacement(Instruction call, MethodDefinition callee, Dispatch? dispatch)
    {
        var called = (MethodReference)call.Operand;
        return dispatch == null
            ? Instruction.Create(_twins[callee].IsStatic ? OpCodes.Call : call.OpCode, In(called).Twin(called, _twins[callee]))
            : DispatchMethods.Call(called, _dispatches[dispatch], dispatch);
    }

    private void Want(MethodDefinition method, MethodDefinition caller)
    {
        if (!_twins.TryGetValue(method, out var twin))
        {
            twin = WeaveStep.About("the declaration of a twin", method, () => Declare(method));
        }

        // Twins that version 2.0 made are private.
        if (!caller.DeclaringType.Enclosing().Contains(method.DeclaringType))
        {
            twin.IsAssembly = true;
        }

        FriendAssembly.Add(method.Module, caller.Module);
    }

    private MethodDefinition Declare(MethodDefinition method)
    {
        var references = In(method);
        var name = TwinMethod.NameOf(method, references.LocalFunctions.Has(method));
        if (TwinMethod.MadeBefore(method, name, references, _new) is { } before)
        {
            _twins.Add(method, before);
            return before;
        }

        // Registered before the methods that it calls are declared, because it may forward to itself.
        var twin = TwinMethod.Declare(method, name, references.ValueTasks);
        _twins.Add(method, twin);
        _declared.Add((method, twin));
        _new.Add(twin);
        var forwarded = plan.ForwarderOf(method)?.Returned.Where(task => task.Callee != null).ToList() ?? [];
        foreach (var task in forwarded.Where(task => task.Called == null && plan.WhyNoTwin(task.Callee!) == null))
        {
            Want(task.Callee!, method);
        }

        foreach (var task in forwarded.Where(task => task.Called != null))
        {
            if (plan.DispatchOf(task.Called!, task.Callee!).Value is { } dispatch)
            {
                In(task.Called!);
                Want(dispatch, task.Called!);
            }
        }

        return twin;
    }

    private void Want(Dispatch dispatch, MethodReference called)
    {
        if (_dispatches.ContainsKey(dispatch))
        {
            return;
        }

        var method = _dispatchMethods[called.Module].Declare(dispatch, out var isNew);
        _dispatches.Add(dispatch, method);
        if (isNew)
        {
            foreach (var receiver in dispatch.Receivers)
            {
                Want(receiver.Implementation.Method, method);
            }
        }
    }
}
