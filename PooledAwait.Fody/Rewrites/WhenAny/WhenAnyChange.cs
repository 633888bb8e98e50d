using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>Replaces calls of <c>Task.WhenAny</c> with calls of the specialised methods in PooledAwait.Runtime.</summary>
internal sealed class WhenAnyChange(WovenModule module, SpecializedMethods methods) : IChange<WhenAnyCall>
{
    private ValueTaskReferences? _valueTasks;

    public void Apply(MethodDefinition caller, IReadOnlyList<WhenAnyCall> calls)
    {
        using var editor = new BodyEditor(caller);
        AwaitChange? awaits = null;
        foreach (var call in calls)
        {
            foreach (var step in call.Array?.Steps ?? [])
            {
                editor.Nop(step);
            }

            if (call.Await == null)
            {
                editor.ReplaceOperand(call.Call, methods.For(call, ((GenericInstanceType)call.Overload.Called.GetElementMethod().ReturnType).ElementType));
            }
            else
            {
                _valueTasks ??= ValueTaskReferences.In(module.Definition, call.Overload.Called.DeclaringType, module.Runtime);
                awaits ??= new AwaitChange(editor, _valueTasks);
                var result = call.Overload.Antecedent;
                var method = methods.For(call, _valueTasks.Of(result).OpenType);
                awaits.Apply(call.Call, call.Await, result, Instruction.Create(OpCodes.Call, method));
            }
        }

        awaits?.RemoveUnusedFields();
    }
}
