using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Gives each twin a copy of its method's code, with ValueTasks in place of tasks.</summary>
/// <param name="twins">The declared twins. The twin of a forwarder calls other twins.</param>
/// <param name="plan">The plan, which says which tasks each forwarder returns.</param>
internal sealed class TwinBodies(ProgramTwins twins, TwinPlan plan)
{
    private readonly List<(MethodDefinition Method, MethodDefinition Copy)> _copies = [];

    /// <summary>The copies of local functions that twins call, each with the forwarder that it was made for.</summary>
    public IReadOnlyList<(MethodDefinition Method, MethodDefinition Copy)> Copies => _copies;

    /// <summary>Adds the code of all declared twins and dispatch methods. The kick-off methods must already have the builder for twins.</summary>
    public void Complete()
    {
        foreach (var (method, twin) in twins.Declared)
        {
            WeaveStep.About("the twin", method, () =>
            {
                if (plan.ForwarderOf(method) is { } forwarder)
                {
                    Forward(method, twin, forwarder);
                }
                else
                {
                    Start(method, twin);
                }
            });
        }

        foreach (var dispatches in twins.Dispatches)
        {
            dispatches.Complete(twins.All);
        }
    }

    private void Start(MethodDefinition kickOff, MethodDefinition twin)
    {
        var types = twins.In(kickOff).ValueTasks;
        BodyCopy.Of(kickOff, twin, SecondMethods.TypesIn(twin));
        using var editor = new BodyEditor(twin);
        CallEffects.Insert(kickOff, editor);
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

        // A trimmer must be able to find the state machine of a local function. Only an attribute of the original kick-off method refers to the machine. So the
        // twin ends with a call of the kick-off method. The call is never reached and never compiled, but a trimmer follows the call. A function pointer would
        // not work, because a trimmer treats it as reflection, and warns if the parameters have trimming attributes.
        if (GeneratedName.IsNestedFunction(twin))
        {
            editor.InsertAfter(
                twin.Body.Instructions.Last(),
                [
                    .. twin.Parameters.Select(parameter => Instruction.Create(OpCodes.Ldarg, parameter)),
                    Instruction.Create(OpCodes.Call, TwinMethod.InTwin(kickOff, twin)),
                    Instruction.Create(OpCodes.Pop),
                    Instruction.Create(OpCodes.Ldnull),
                    Instruction.Create(OpCodes.Throw),
                ]);
        }
    }

    private void Forward(MethodDefinition method, MethodDefinition twin, Forwarder forwarder)
    {
        var references = twins.In(method);
        var own = SecondMethods.TypesIn(twin);
        var copies = BodyCopy.Of(method, twin, own);
        var conversion = references.ConversionOf(own.Of(method.ReturnType));
        using var editor = new BodyEditor(twin);
        foreach (var local in forwarder.Locals)
        {
            editor.Retype(twin.Body.Variables[local], twin.ReturnType);
        }

        foreach (var task in forwarder.Returned)
        {
            var copy = copies[method.Body.Instructions.IndexOf(task.At)];
            if (Replacement(task, copy) is { } replacement)
            {
                editor.Replace(copy, replacement);
            }
            else if (task.Kind == ReturnedTaskKind.Result)
            {
                var result = ((GenericInstanceMethod)copy.Operand).GenericArguments[0];
                editor.Replace(copy, Instruction.Create(OpCodes.Newobj, references.ValueTasks.Of(result).OfResult));
            }
            else if (task.Kind == ReturnedTaskKind.ValueTask)
            {
                var address = copy.Previous;
                editor.Replace(address, VariableForms.Load(twin.Body.Variables[VariableAccess.Of(address, twin)!.Variable.Index]));
                editor.Replace(copy, Instruction.Create(OpCodes.Call, references.OfCall(own.Of(method.ReturnType))));
            }
            else if (copy.OpCode.Code == Code.Ret || VariableAccess.Of(copy, twin)?.Kind == VariableAccessKind.Store)
            {
                editor.InsertOnEveryPathTo(copy, Instruction.Create(OpCodes.Call, conversion));
            }
            else
            {
                editor.InsertAfter(copy, Instruction.Create(OpCodes.Call, conversion));
            }
        }

        CopyFunctions(method, forwarder, editor, references);
        CallEffects.Insert(method, editor);
    }

    private void CopyFunctions(MethodDefinition method, Forwarder forwarder, BodyEditor twin, TwinReferences references)
    {
        var copies = forwarder.Copied.ToDictionary(function => function, CopiedFunctions.Declare);
        Redirect(twin);
        foreach (var (function, copy) in copies.Select(pair => (pair.Key, pair.Value)))
        {
            _copies.Add((method, copy));
            BodyCopy.Of(function, copy, SecondMethods.TypesIn(copy));
            using var editor = new BodyEditor(copy);
            Redirect(editor);
        }

        void Redirect(BodyEditor editor)
        {
            foreach (var call in editor.Body.Instructions.Where(TrimmerWarnings.CallsLocalFunction).ToList())
            {
                var called = (MethodReference)call.Operand;
                if (called.Definition() is { } function && copies.TryGetValue(function, out var copy))
                {
                    editor.ReplaceOperand(call, references.Twin(called, copy));
                }
            }
        }
    }

    /// <summary>
    /// Makes the call that replaces a forwarded call. Returns null if there is no twin to call, or if the task does not come from a forwarded call.
    /// </summary>
    private Instruction? Replacement(ReturnedTask task, Instruction call) =>
        task.Callee == null ? null
        : task.Called != null ? plan.DispatchOf(task.Called, task.Callee).Value is { } dispatch ? twins.Replacement(call, task.Callee, dispatch) : null
        : plan.WhyNoTwin(task.Callee) == null ? twins.Replacement(call, task.Callee, dispatch: null)
        : null;
}
