namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Replaces linked awaiters by awaiters of the base library, in a state machine that keeps the compiler's builder. Linked awaiters are made for pooled
/// builders. The compiler's builder would need a delegate for each linked awaiter, because a linked awaiter is not from the base library. The machine has
/// linked awaiters because the weaver changes awaits before it decides which machines keep their builder. The decision depends on the size of a machine, and
/// changed awaits change the size.
/// </summary>
/// <param name="types">Makes references to the ValueTask types.</param>
/// <param name="directTask">The class in PooledAwait.Runtime whose methods get the awaiters of ValueTasks.</param>
internal sealed class UnlinkedAwaits(ValueTaskReferences types, TypeReference directTask)
{
    /// <param name="moveNext">The machine's <c>MoveNext</c> method.</param>
    public void Apply(MethodDefinition moveNext)
    {
        using var editor = new BodyEditor(moveNext);
        foreach (var local in editor.Body.Variables.Where(local => RuntimeReference.IsDirectAwaiter(local.VariableType)))
        {
            editor.Retype(local, AwaiterFor(local.VariableType));
        }

        foreach (var field in moveNext.DeclaringType.Fields.Where(field => RuntimeReference.IsDirectAwaiter(field.FieldType)))
        {
            field.FieldType = AwaiterFor(field.FieldType);
        }

        foreach (var instruction in editor.Instructions)
        {
            if (Unlinked(instruction.Operand) is { } operand)
            {
                editor.ReplaceOperand(instruction, operand);
            }
        }
    }

    /// <returns>Null if the operand does not refer to a linked awaiter.</returns>
    private MemberReference? Unlinked(object? operand)
    {
        switch (operand)
        {
            case FieldReference field and not FieldDefinition when RuntimeReference.IsDirectAwaiter(field.FieldType):
                return new FieldReference(field.Name, AwaiterFor(field.FieldType), field.DeclaringType);

            case TypeReference type when RuntimeReference.IsDirectAwaiter(type):
                return AwaiterFor(type);

            case MethodReference { HasThis: true } called when RuntimeReference.IsDirectAwaiter(called.DeclaringType):
                var members = MembersFor(called.DeclaringType);
                return called.Name == "GetResult" ? members.GetResult(isConfigured: true) : members.IsCompleted(isConfigured: true);

            case GenericInstanceMethod { HasThis: true, GenericArguments: { Count: 2 } arguments } wait when RuntimeReference.IsDirectAwaiter(arguments[0]):
                return new GenericInstanceMethod(wait.ElementMethod) { GenericArguments = { AwaiterFor(arguments[0]), arguments[1] } };

            case MethodReference { HasThis: false, DeclaringType.Name: RuntimeReference.DirectTask } into when into.Parameters.Last().ParameterType is ByReferenceType { ElementType: var type } && RuntimeReference.IsDirectAwaiter(type):
                return types.Unlinked((into as GenericInstanceMethod)?.GenericArguments[0]).GetAwaiterInto(directTask, isConfigured: into.Parameters.Count == 3);

            default:
                return null;
        }
    }

    private TypeReference AwaiterFor(TypeReference linked) => MembersFor(linked).Awaiter(isConfigured: true);

    private ValueTaskMembers MembersFor(TypeReference linked) => types.Unlinked((linked as GenericInstanceType)?.GenericArguments[0]);
}
