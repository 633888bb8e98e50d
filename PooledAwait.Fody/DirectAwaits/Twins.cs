using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>
/// Makes twins, each when it is first asked for: a method beside another with the same parameters that returns a ValueTask in the place of its
/// task. The other stays for all callers that want a task.
/// </summary>
/// <param name="module">Where they stand.</param>
/// <param name="references">Names there what other modules define.</param>
/// <param name="types">Names the types of ValueTasks.</param>
/// <param name="runtime">Gives the module's reference to PooledAwait.Runtime.</param>
/// <param name="ofOthers">The twin of a method of another module, as <see cref="Of"/> gives it.</param>
/// <param name="canHaveTwin">Whether a method can have one, and may: a forwarder asks for what nobody awaits where it is returned.</param>
/// <param name="forwarderOf">What a method forwards that can have one and is not async.</param>
/// <param name="dispatched">The call that takes the place of a virtual one; null where it stays. Of a forwarder: what it forwards, and the call in its twin.</param>
internal sealed class Twins(
    ModuleDefinition module,
    ImportedReferences references,
    ValueTaskReferences types,
    Func<IMetadataScope> runtime,
    Func<MethodDefinition, MethodDefinition, MethodDefinition?> ofOthers,
    Func<MethodDefinition, bool> canHaveTwin,
    Func<MethodDefinition, Forwarder?> forwarderOf,
    Func<ReturnedTask, Instruction, Instruction?> dispatched)
{
    private readonly Dictionary<MethodDefinition, MethodDefinition?> _twins = [];
    private readonly Dictionary<MethodDefinition, MethodDefinition> _twinsOfKickOffs = [];

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.DirectTask}"];

    /// <summary>The class in PooledAwait.Runtime whose methods take the place of what tasks were needed for.</summary>
    public TypeReference DirectTask => new(RuntimeReference.Namespace, RuntimeReference.DirectTask, module, runtime());

    /// <summary>The kick-off methods that have a twin.</summary>
    public ICollection<MethodDefinition> KickOffs => _twinsOfKickOffs.Keys;

    /// <summary>The twin of a method; null where it can have none.</summary>
    /// <param name="method">An async method, or a forwarder.</param>
    /// <param name="caller">Where it will be called: what must be able to see it.</param>
    public MethodDefinition? Of(MethodDefinition method, MethodDefinition caller)
    {
        if (method.Module != module)
        {
            return ofOthers(method, caller);
        }

        if (!_twins.TryGetValue(method, out var twin))
        {
            twin = canHaveTwin(method) ? New(method) : null;
            _twins[method] = twin;
        }

        if (twin != null && !IsWithin(caller.DeclaringType, method.DeclaringType))
        {
            twin.IsAssembly = true;
            FriendAssembly.Add(module, caller.Module);
        }

        return twin;
    }

    /// <summary>The call of a twin that takes the place of the method's own.</summary>
    public Instruction Call(Instruction call, MethodDefinition twin) => Instruction.Create(call.OpCode, Reference((MethodReference)call.Operand, twin));

    /// <summary>Gives the twins of kick-off methods the code of these, which have the builder by now that serves both.</summary>
    public void Complete()
    {
        foreach (var (kickOff, twin) in _twinsOfKickOffs.Select(pair => (pair.Key, pair.Value)))
        {
            Complete(kickOff, twin);
        }
    }

    /// <summary>What turns a task into a ValueTask, for what takes the place of a method that returns such a task.</summary>
    public MethodReference ConversionOf(TypeReference task)
    {
        var of = new MethodReference("Of", module.TypeSystem.Void, DirectTask);
        if (TaskType.ResultOf(task) is not { } result)
        {
            of.ReturnType = types.Of(null).ValueTask;
            of.Parameters.Add(new ParameterDefinition(task));
            return of;
        }

        var parameter = new GenericParameter(of);
        of.GenericParameters.Add(parameter);
        of.ReturnType = types.Of(parameter).ValueTask;
        of.Parameters.Add(new ParameterDefinition(new GenericInstanceType(task.GetElementType()) { GenericArguments = { parameter } }));
        return new GenericInstanceMethod(of) { GenericArguments = { result } };
    }

    private MethodDefinition? New(MethodDefinition method) =>
        TwinMethod.MadeBefore(method, types, _twins.Values, references.KeyOf) is { } before ? before
        : KickOff.Is(method) ? OfKickOff(method)
        : forwarderOf(method) is { } forwarder ? OfForwarder(method, forwarder)
        : null;

    private MethodDefinition OfKickOff(MethodDefinition kickOff)
    {
        var twin = TwinMethod.Beside(kickOff, types);
        _twinsOfKickOffs.Add(kickOff, twin);
        return twin;
    }

    private void Complete(MethodDefinition kickOff, MethodDefinition twin)
    {
        BodyCopy.Of(kickOff, twin);
        using var editor = new BodyEditor(twin);
        foreach (var instruction in twin.Body.Instructions.Where(instruction => instruction.Operand is MethodReference).ToList())
        {
            var called = (MethodReference)instruction.Operand;
            switch (called.Name)
            {
                case "Create":
                    editor.ReplaceOperand(instruction, new MethodReference("CreateDirect", called.ReturnType, called.DeclaringType));
                    break;
                case "get_Task":
                    var returned = types.Of(TaskType.ResultOf(called.ReturnType)).ValueTask;
                    editor.ReplaceOperand(instruction, new MethodReference("get_DirectTask", returned, called.DeclaringType) { HasThis = true });
                    break;
            }
        }

        // What a trimmer finds of a local function it follows to the state machine, which only the other kick-off method names in its attribute: never
        // reached, never compiled, and followed all the same. A call, since a trimmer takes a pointer for reflection and asks what the parameters need.
        if (GeneratedName.IsNestedFunction(kickOff))
        {
            editor.InsertAfter(
                twin.Body.Instructions.Last(),
                [
                    .. twin.HasThis ? [Instruction.Create(OpCodes.Ldarg, twin.Body.ThisParameter)] : Array.Empty<Instruction>(),
                    .. twin.Parameters.Select(parameter => Instruction.Create(OpCodes.Ldarg, parameter)),
                    Instruction.Create(OpCodes.Call, TwinMethod.InTwin(kickOff, twin)),
                    Instruction.Create(OpCodes.Pop),
                    Instruction.Create(OpCodes.Ldnull),
                    Instruction.Create(OpCodes.Throw),
                ]);
        }
    }

    private MethodDefinition OfForwarder(MethodDefinition method, Forwarder forwarder)
    {
        var twin = TwinMethod.Beside(method, types);

        // Known before its calls are exchanged: it may forward to itself.
        _twins.Add(method, twin);
        var callees = forwarder.Returned.ToDictionary(task => task, task => task.Callee == null || task.Called != null ? null : Of(task.Callee, method));
        var copies = BodyCopy.Of(method, twin);
        var conversion = ConversionOf(TwinMethod.InTwin(twin).Of(method.ReturnType));
        using var editor = new BodyEditor(twin);
        foreach (var local in forwarder.Locals)
        {
            editor.Retype(twin.Body.Variables[local], twin.ReturnType);
        }

        foreach (var task in forwarder.Returned)
        {
            var copy = copies[method.Body.Instructions.IndexOf(task.At)];
            if (callees[task] is { } callee)
            {
                editor.ReplaceOperand(copy, Reference((MethodReference)copy.Operand, callee));
            }
            else if (task.Called != null && dispatched(task, copy) is { } replacement)
            {
                editor.Replace(copy, replacement);
            }
            else if (task.Kind == ReturnedTaskKind.Result)
            {
                var result = ((GenericInstanceMethod)copy.Operand).GenericArguments[0];
                editor.Replace(copy, Instruction.Create(OpCodes.Newobj, types.Of(result).OfResult));
            }
            else if (copy.OpCode.Code == Code.Ret || VariableAccess.Of(copy, twin)?.Kind == VariableAccessKind.Store)
            {
                editor.InsertOnEveryWayTo(copy, Instruction.Create(OpCodes.Call, conversion));
            }
            else
            {
                editor.InsertAfter(copy, Instruction.Create(OpCodes.Call, conversion));
            }
        }

        return twin;
    }

    /// <summary>A method's twin as a call of the method names it.</summary>
    private MethodReference Reference(MethodReference called, MethodDefinition twin)
    {
        var open = references.On(called.GetElementMethod().DeclaringType, twin);
        if (called is not GenericInstanceMethod instance)
        {
            return open;
        }

        var reference = new GenericInstanceMethod(open);
        foreach (var argument in instance.GenericArguments)
        {
            reference.GenericArguments.Add(argument);
        }

        return reference;
    }

    private static bool IsWithin(TypeDefinition? type, TypeDefinition outer) => type != null && (type == outer || IsWithin(type.DeclaringType, outer));
}
