using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>Lets calls of <c>ContinueWith</c> pass a state object and a delegate that is made once.</summary>
internal sealed class ContinueWithChange(ModuleDefinition module)
{
    private readonly ForwardingDelegates _delegates = new(module);

    /// <param name="caller">The method that all the calls stand in.</param>
    /// <param name="calls">What was recognised there.</param>
    public void Apply(MethodDefinition caller, IEnumerable<ContinueWithCall> calls)
    {
        using var editor = new BodyEditor(caller);
        VariableDefinition? target = null;
        foreach (var call in calls)
        {
            if (call.Closure is { } closure)
            {
                ClosureRemoval.ApplyToLambda(closure, module);
                var state = ClosureRemoval.ApplyToCreator(closure, editor);
                Replace(call.LoadFunction, _delegates.Load(call, call.NewDelegate), editor);
                editor.Replace(call.NewDelegate, state == null ? Instruction.Create(OpCodes.Ldnull) : VariableForms.Load(state), AsObject(state));
            }
            else
            {
                PassTarget(call, editor, target ??= editor.AddLocal(module.TypeSystem.Object));
            }

            editor.ReplaceOperand(call.Call, call.Overload.Twin);
            if (call.KeptFrame is { } lambda)
            {
                lambda.NoInlining = true;
            }
        }
    }

    // What a type parameter stands for is no object until it is boxed, though it is a class here and the box does nothing.
    private static Instruction[] AsObject(VariableDefinition? state) =>
        state?.VariableType is GenericParameter parameter ? [Instruction.Create(OpCodes.Box, parameter)] : [];

    /// <summary>The delegate's object goes into a local variable and, behind the kept delegate, back on the stack.</summary>
    private void PassTarget(ContinueWithCall call, BodyEditor editor, VariableDefinition target)
    {
        var loadTarget = VariableForms.Load(target);
        Instruction[] loadBoth = [.. _delegates.Load(call, loadTarget), loadTarget];
        if (call.IsVirtual)
        {
            // Finding the function stays, for the NullReferenceException.
            Replace(call.NewDelegate, [Instruction.Create(OpCodes.Pop), VariableForms.Store(target), .. loadBoth], editor);
        }
        else if (call.IsNeverNull)
        {
            editor.Replace(call.LoadFunction, VariableForms.Store(target));
            Replace(call.NewDelegate, loadBoth, editor);
        }
        else
        {
            // Making a delegate over null stays, for the ArgumentException; it never completes.
            editor.InsertAfter(call.NewDelegate, [Instruction.Create(OpCodes.Pop), .. loadBoth]);
            editor.InsertOnEveryWayTo(
                call.LoadFunction,
                VariableForms.Store(target),
                VariableForms.Load(target),
                Instruction.Create(OpCodes.Brtrue, loadBoth[0]),
                Instruction.Create(OpCodes.Ldnull));
        }
    }

    private static void Replace(Instruction instruction, Instruction[] code, BodyEditor editor) =>
        editor.Replace(instruction, code[0], [.. code.Skip(1)]);
}
