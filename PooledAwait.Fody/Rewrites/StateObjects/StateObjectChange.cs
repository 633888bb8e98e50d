using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Changes calls so that they pass a state object, and use delegates that the program makes only once.</summary>
/// <param name="module">The module.</param>
/// <param name="twins">Makes calls of second methods: copies of the module's own methods that also take a state.</param>
internal sealed class StateObjectChange(ModuleDefinition module, InvokingTwins twins) : IChange<StateObjectCall>
{
    private readonly StateDelegates _delegates = new(module);

    public void Apply(MethodDefinition caller, IReadOnlyList<StateObjectCall> calls)
    {
        using var editor = new BodyEditor(caller);
        VariableDefinition? passedAtOnce = null;
        foreach (var call in calls)
        {
            var kept = call.KeptFrames.ToArray();
            if (call.Closure is { } closure)
            {
                foreach (var lambda in closure.Lambdas)
                {
                    ClosureRemoval.ApplyToLambda(closure, lambda, module);
                }

                var variables = ClosureRemoval.ApplyToCreator(closure, editor);
                PassVariables(call, editor, variables);
            }
            else
            {
                // A call with several delegates needs its own variable, because the code between its delegates may contain other changed calls, which store
                // other objects.
                var target = call.Delegates.Count > 1 ? Local(editor) : passedAtOnce ??= Local(editor);
                PassTarget(call, editor, target);
            }

            CallCounterpart(call, editor);
            foreach (var lambda in kept)
            {
                lambda.NoInlining = true;
            }
        }
    }

    private VariableDefinition Local(BodyEditor editor) => editor.AddLocal(module.TypeSystem.Object);

    private void PassVariables(StateObjectCall call, BodyEditor editor, IReadOnlyList<VariableDefinition> variables)
    {
        foreach (var made in call.Delegates)
        {
            if (made.Cache != null)
            {
                PassKept(call, made, editor, LoadState(call, variables));
                continue;
            }

            Replace(made.LoadFunction, [.. Receiver(call, made), .. _delegates.Load(call, made, made.NewDelegate)], editor);
            Replace(made.NewDelegate, IsLast(call, made) ? LoadState(call, variables) : [Instruction.Create(OpCodes.Nop)], editor);
        }
    }

    /// <summary>Stores the delegates' object in a local variable. After the last delegate, loads the object as the state.</summary>
    private void PassTarget(StateObjectCall call, BodyEditor editor, VariableDefinition target)
    {
        var isStored = false;
        foreach (var made in call.Delegates)
        {
            if (made.Cache != null)
            {
                PassKept(call, made, editor, [VariableForms.Load(target)]);
                continue;
            }

            var behind = IsLast(call, made) ? VariableForms.Load(target) : Instruction.Create(OpCodes.Nop);
            Instruction[] loadBoth = [.. Receiver(call, made), .. _delegates.Load(call, made, behind), behind];
            if (made.IsVirtual)
            {
                // The ldvirtftn stays, because it throws the NullReferenceException if there is no object.
                Replace(made.NewDelegate, [Instruction.Create(OpCodes.Pop), VariableForms.Store(target), .. loadBoth], editor);
            }
            else if (made.IsNeverNull)
            {
                editor.Replace(made.LoadFunction, isStored ? Instruction.Create(OpCodes.Pop) : VariableForms.Store(target));
                Replace(made.NewDelegate, loadBoth, editor);
            }
            else
            {
                // If the object is null, the original code runs and tries to make the delegate, which throws the ArgumentException. So the inserted code after
                // the newobj does not run.
                editor.InsertAfter(made.NewDelegate, [Instruction.Create(OpCodes.Pop), .. loadBoth]);
                editor.InsertOnEveryPathTo(
                    made.LoadFunction,
                    VariableForms.Store(target),
                    VariableForms.Load(target),
                    Instruction.Create(OpCodes.Brtrue, loadBoth[0]),
                    Instruction.Create(OpCodes.Ldnull));
            }

            isStored = true;
        }
    }

    /// <summary>Replaces a delegate that compiled code keeps in a field. The new delegate takes the state, and is kept in a field too.</summary>
    private void PassKept(StateObjectCall call, MadeDelegate made, BodyEditor editor, Instruction[] loadState)
    {
        var code = made.Cache!.Instructions;
        foreach (var instruction in code.Skip(1))
        {
            editor.Nop(instruction);
        }

        Replace(code[0], [.. Receiver(call, made), .. _delegates.Load(call, made, code[1])], editor);
        if (IsLast(call, made))
        {
            Replace(code[code.Count - 1], loadState, editor);
        }
    }

    private Instruction[] LoadState(StateObjectCall call, IReadOnlyList<VariableDefinition> variables)
    {
        switch (variables.Count)
        {
            case 0:
                return [Instruction.Create(OpCodes.Ldnull)];

            // If a value's type is a type parameter, the verifier requires a box instruction before the value is used as an object. This type parameter always
            // stands for a class, so the box instruction does nothing.
            case 1 when call.StateType.MetadataType == MetadataType.Object && variables[0].VariableType is GenericParameter parameter:
                return [VariableForms.Load(variables[0]), Instruction.Create(OpCodes.Box, parameter)];

            case 1:
                return [VariableForms.Load(variables[0])];

            default:
                return [.. variables.Select(VariableForms.Load), Instruction.Create(OpCodes.Newobj, ValueTuples.Constructor((GenericInstanceType)call.StateType, module))];
        }
    }

    private void CallCounterpart(StateObjectCall call, BodyEditor editor)
    {
        if (call.NullState != null)
        {
            editor.Nop(call.NullState);
        }

        if (call.Counterpart.Tail.Count > 0)
        {
            editor.InsertOnEveryPathTo(call.Call, [.. call.Counterpart.Tail]);
        }

        if (call.Overload.Method.Own != null)
        {
            editor.Replace(call.Call, twins.Replacement(call));
        }
        else if (call.Counterpart.Receiver == null)
        {
            editor.ReplaceOperand(call.Call, call.Counterpart.Method);
        }
        else
        {
            editor.Replace(call.Call, Instruction.Create(OpCodes.Callvirt, call.Counterpart.Method));
        }
    }

    private static Instruction[] Receiver(StateObjectCall call, MadeDelegate made) =>
        made == call.Delegates[0] && call.Counterpart.Receiver is { } receiver ? [receiver] : [];

    private static bool IsLast(StateObjectCall call, MadeDelegate made) => made == call.Delegates[call.Delegates.Count - 1];

    private static void Replace(Instruction instruction, Instruction[] code, BodyEditor editor) =>
        editor.Replace(instruction, code[0], [.. code.Skip(1)]);
}
