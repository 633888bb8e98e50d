using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Declares the methods to which awaited calls go after the weave: twins, and dispatch methods for virtual calls. Also declares the twins and dispatch methods
/// that these methods themselves call. <see cref="TwinBodies"/> adds the code of all these methods later.
/// </summary>
/// <param name="modules">The modules that are woven together.</param>
/// <param name="plan">Decides which methods can have a twin.</param>
internal sealed class ProgramTwins(WovenModules modules, TwinPlan plan)
{
    private readonly Dictionary<ModuleDefinition, TwinReferences> _references = [];
    private readonly Dictionary<ModuleDefinition, DispatchMethods> _dispatchMethods = [];
    private readonly Dictionary<MethodDefinition, MethodDefinition> _twins = [];
    private readonly Dictionary<Dispatch, MethodDefinition> _dispatches = [];

    private readonly List<(MethodDefinition Method, MethodDefinition Twin)> _declared = [];
    private readonly HashSet<MethodDefinition> _new = [];

    /// <summary>The twins that this weave declares, in order of declaration. Twins of an earlier weave are not among them.</summary>
    public IReadOnlyList<(MethodDefinition Method, MethodDefinition Twin)> Declared => _declared;

    /// <summary>Every twin that is called, including the twins of an earlier weave. The key is the method to which the twin belongs.</summary>
    public IReadOnlyDictionary<MethodDefinition, MethodDefinition> All => _twins;

    /// <summary>The dispatch methods of each module.</summary>
    public IEnumerable<DispatchMethods> Dispatches => _dispatchMethods.Values;

    /// <summary>The kick-off methods that get a twin.</summary>
    public ICollection<MethodDefinition> KickOffs => new HashSet<MethodDefinition>(_declared.Select(pair => pair.Method).Where(KickOff.Is));

    /// <summary>Returns whether a module contains or calls twins.</summary>
    public bool AreIn(ModuleDefinition module) => _references.ContainsKey(module);

    /// <summary>Declares the twin or the dispatch method to which an awaited call goes after the weave.</summary>
    /// <param name="call">The call.</param>
    /// <param name="callee">The method to which the call refers.</param>
    /// <param name="caller">The method that contains the call.</param>
    /// <param name="dispatch">Describes the dispatch method for a virtual call; null if the call is not virtual.</param>
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

    /// <summary>
    /// Returns the references for the module of <paramref name="taskMethod"/>. The parameter must be a reference to a method that returns a task.
    /// </summary>
    public TwinReferences In(MethodReference taskMethod)
    {
        if (!_references.TryGetValue(taskMethod.Module, out var references))
        {
            _references.Add(taskMethod.Module, references = new TwinReferences(modules.Of(taskMethod.Module), modules.Program, taskMethod.ReturnType.GetElementType()));
            _dispatchMethods.Add(taskMethod.Module, new DispatchMethods(references));
        }

        return references;
    }

    /// <summary>Makes the call that replaces a call whose task is awaited, or returned by a forwarder.</summary>
    /// <param name="call">The call of a method that has a twin, or a virtual call.</param>
    /// <param name="callee">The method to which the call refers.</param>
    /// <param name="dispatch">Describes the dispatch method for a virtual call; null if the call is not virtual.</param>
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

        // Version 2.0 of the weaver made twins private. If a caller is in another type, such a twin becomes internal.
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

        // Registers the twin before declaring the methods that the twin calls, because these methods may include the twin itself.
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
