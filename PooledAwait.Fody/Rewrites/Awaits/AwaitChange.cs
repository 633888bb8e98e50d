using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Makes one method await ValueTasks in place of tasks. The awaiters of ValueTasks have other types than the awaiters of tasks, so the changed awaits of a
/// state machine use other local variables and fields. The remaining awaits keep the compiler's variables and fields. Changed awaits whose awaiters have the
/// same type share one variable and one field, because a machine waits for only one awaiter at a time.
/// </summary>
/// <param name="editor">Edits the method that awaits.</param>
/// <param name="types">Makes references to the ValueTask types.</param>
/// <param name="directTask">
/// The class in PooledAwait.Runtime whose methods take a ValueTask from the stack and get its awaiter. If null, the changed code of a machine stores each
/// ValueTask into a variable to get the awaiter.
/// </param>
/// <param name="isLinked">
/// Whether awaits can use linked awaiters, which resume the caller without a delegate. True only if the awaited methods are twins, and the machine may get a
/// pooled builder.
/// </param>
internal sealed class AwaitChange(BodyEditor editor, ValueTaskReferences types, TypeReference? directTask = null, bool isLinked = false)
{
    private readonly AwaiterPlaces _places = new(editor);

    /// <summary>
    /// Whether at least one changed await uses a linked awaiter. If the machine gets no pooled builder, <see cref="UnlinkedAwaits"/> must replace the linked
    /// awaiters.
    /// </summary>
    public bool HasLinked { get; private set; }

    /// <param name="call">The call whose task is awaited.</param>
    /// <param name="awaited">How the task is awaited.</param>
    /// <param name="result">The type of the task's result; null if the task has no result.</param>
    /// <param name="replacement">The new call, whose method returns a ValueTask.</param>
    public void Apply(Instruction call, AwaitedResult awaited, TypeReference? result, Instruction replacement)
    {
        switch (awaited)
        {
            case AwaitedByMachine byMachine:
                Apply(call, byMachine, types.Of(result), replacement);
                break;
            case AwaitedByRuntime byRuntime:
                Apply(call, byRuntime, types.Of(result), replacement);
                break;
        }
    }

    /// <summary>Changes an await that several calls share, so that it awaits the ValueTasks of these calls in place of their tasks.</summary>
    /// <param name="joined">The calls, and the await that they share.</param>
    /// <param name="result">The type of the tasks' result; null if the tasks have no result.</param>
    /// <param name="replacementOf">Makes the call that replaces one of the given calls.</param>
    public void Apply(JoinedTask joined, TypeReference? result, Func<Instruction, Instruction> replacementOf)
    {
        if (IsLinked(joined.Await))
        {
            foreach (var call in joined.Calls)
            {
                editor.Replace(call, replacementOf(call));
            }

            Link(joined.Await, result);
            return;
        }

        var members = types.Of(result);
        var task = editor.AddLocal(members.ValueTask);
        foreach (var call in joined.Calls)
        {
            editor.Replace(call, replacementOf(call), VariableForms.Store(task), VariableForms.Address(task));
        }

        Apply(joined.Await, members);
    }

    /// <summary>
    /// Makes a variable hold ValueTasks in place of tasks. Changes every call whose task is stored into the variable, and every use of the variable.
    /// </summary>
    /// <param name="kept">The variable.</param>
    /// <param name="replacementOf">Makes the call that replaces a call whose task is stored into the variable.</param>
    public void Apply(KeptTask kept, Func<Instruction, Instruction> replacementOf)
    {
        var result = kept.Result; // must be read before the awaits are replaced
        var members = types.Of(result);
        Retype(kept, members.ValueTask);
        foreach (var call in kept.Calls)
        {
            editor.Replace(call, replacementOf(call));
        }

        foreach (var (loadNull, store) in kept.Clears)
        {
            editor.Replace(loadNull, AddressOf(kept.Place, store));
            editor.Replace(store, Instruction.Create(OpCodes.Initobj, members.ValueTask));
        }

        foreach (var (load, awaited) in kept.Awaits.Select(pair => (pair.Key, pair.Value)))
        {
            if (IsLinked(awaited))
            {
                Link(awaited, result);
                continue;
            }

            editor.Replace(load, AddressOf(kept.Place, load));
            Apply(awaited, members);
        }

        foreach (var (load, read) in kept.Reads.Select(pair => (pair.Key, pair.Value)))
        {
            if (read is not TaskResultRead)
            {
                editor.Replace(load, AddressOf(kept.Place, load));
            }

            Apply(read, members);
        }
    }

    /// <inheritdoc cref="AwaiterPlaces.RemoveUnusedFields"/>
    public void RemoveUnusedFields() => _places.RemoveUnusedFields();

    private void Apply(Instruction call, AwaitedByMachine awaited, ValueTaskMembers members, Instruction replacement)
    {
        if (IsLinked(awaited))
        {
            editor.Replace(call, replacement);
            Link(awaited, members.Result);
            return;
        }

        if (directTask != null && IsInOnePiece(awaited))
        {
            editor.Replace(call, replacement);
            ApplyOnStack(awaited, members, directTask);
            return;
        }

        // A ValueTask's members are called on its address, so the ValueTask needs a variable. All awaits of the same ValueTask type can share one variable.
        // While the variable's address is on the stack, no other await uses the variable, because a machine suspends only with an empty stack.
        var task = _places.Local(members.ValueTask);
        editor.Replace(call, replacement, VariableForms.Store(task), VariableForms.Address(task));
        Apply(awaited, members);
    }

    private bool IsLinked(AwaitedByMachine awaited) => isLinked && directTask != null && IsInOnePiece(awaited);

    private void Link(AwaitedByMachine awaited, TypeReference? result)
    {
        ApplyOnStack(awaited, types.Linked(result, directTask!), directTask!);
        HasLinked = true;
    }

    /// <summary>
    /// Returns whether all instructions of an await, from its first call to the store of the awaiter, follow each other directly. The first call is
    /// <c>GetAwaiter</c>, or <c>ConfigureAwait</c> if the code calls it.
    /// </summary>
    private static bool IsInOnePiece(AwaitedByMachine awaited)
    {
        var (configuration, getAwaiter, suspension) = awaited;
        return suspension.Stores.Contains(getAwaiter.Next) &&
            (configuration == null || (configuration.Call.Next == configuration.Store && configuration.Store.Next == configuration.Load && configuration.Load.Next == getAwaiter));
    }

    /// <summary>
    /// Emits a single call that takes the ValueTask from the stack and stores its awaiter. The single call keeps the stack frame small. Until a nested call
    /// suspends or returns, its frame stays on the thread's stack. So smaller frames let more calls nest. In code that the JIT has not optimised, each variable
    /// and each call that returns a struct takes space in the frame.
    /// </summary>
    private void ApplyOnStack(AwaitedByMachine awaited, ValueTaskMembers members, TypeReference directTask)
    {
        var (configuration, getAwaiter, suspension) = awaited;
        var isConfigured = configuration != null;
        if (configuration != null)
        {
            editor.Nop(configuration.Call);
            editor.Nop(configuration.Store);
            editor.Nop(configuration.Load);
        }

        var stored = getAwaiter.Next;
        editor.Replace(getAwaiter, VariableForms.Address(_places.Local(members.Awaiter(isConfigured))), Call(members.GetAwaiterInto(directTask, isConfigured)));
        editor.Nop(stored);
        Apply(suspension with { Stores = [.. suspension.Stores.Where(store => store != stored)] }, members, isConfigured);
    }

    private void Apply(AwaitedByMachine awaited, ValueTaskMembers members)
    {
        var (configuration, getAwaiter, suspension) = awaited;
        var isConfigured = configuration != null;
        if (configuration != null)
        {
            var configured = _places.Local(members.Configured);
            editor.Replace(configuration.Call, Call(members.ConfigureAwait));
            editor.Replace(configuration.Store, VariableForms.Store(configured));
            editor.Replace(configuration.Load, VariableForms.Address(configured));
        }

        editor.Replace(getAwaiter, Call(members.GetAwaiter(isConfigured)));
        Apply(suspension, members, isConfigured);
    }

    private void Apply(Instruction call, AwaitedByRuntime awaited, ValueTaskMembers members, Instruction replacement)
    {
        if (awaited.Configuration == null)
        {
            editor.Replace(call, replacement);
        }
        else
        {
            var task = _places.Local(members.ValueTask);
            editor.Replace(call, replacement, VariableForms.Store(task), VariableForms.Address(task));
            editor.Replace(awaited.Configuration, Call(members.ConfigureAwait));
        }

        var wait = (MethodReference)awaited.Await.Operand;
        editor.ReplaceOperand(awaited.Await, members.Await(wait.DeclaringType, isConfigured: awaited.Configuration != null));
    }

    private void Apply(TaskRead read, ValueTaskMembers members)
    {
        switch (read)
        {
            case TaskAsked:
                editor.Replace(read.Taker, Call(members.Question(((MethodReference)read.Taker.Operand).Name)));
                break;
            case TaskResultRead:
                editor.Replace(read.Taker, Call(members.ResultAsOfTask(directTask!)));
                break;
            case TaskBlockedOn blocked:
                var awaiter = _places.Local(members.Awaiter(isConfigured: false));
                editor.Replace(blocked.Taker, Call(members.GetAwaiter(isConfigured: false)));
                editor.Replace(blocked.Store, VariableForms.Store(awaiter));
                editor.Replace(blocked.Address, VariableForms.Address(awaiter));
                editor.ReplaceOperand(blocked.GetResult, members.GetResult(isConfigured: false));
                break;
        }
    }

    private void Apply(AwaitSuspension suspension, ValueTaskMembers members, bool isConfigured)
    {
        var awaiter = members.Awaiter(isConfigured);
        var local = _places.Local(awaiter);
        foreach (var store in suspension.Stores)
        {
            editor.Replace(store, VariableForms.Store(local));
        }

        foreach (var address in suspension.Addresses)
        {
            editor.Replace(address, VariableForms.Address(local));
        }

        editor.Replace(suspension.Load, VariableForms.Load(local));
        editor.ReplaceOperand(suspension.IsCompleted, members.IsCompleted(isConfigured));
        editor.ReplaceOperand(suspension.GetResult, members.GetResult(isConfigured));

        var wait = (GenericInstanceMethod)suspension.AwaitOnCompleted.Operand;
        editor.ReplaceOperand(suspension.AwaitOnCompleted, wait.ElementMethod.Over(awaiter, wait.GenericArguments[1]));

        var field = _places.Field(awaiter, suspension.Field);
        foreach (var access in suspension.FieldAccesses)
        {
            editor.ReplaceOperand(access, field);
        }

        editor.ReplaceOperand(suspension.Clear, awaiter);
    }

    private void Retype(KeptTask kept, TypeReference valueTask)
    {
        if (kept.Place.Field is not { } field)
        {
            editor.Retype(editor.Body.Variables[kept.Place.Variable.Index], valueTask);
            return;
        }

        field.FieldType = valueTask;
        foreach (var access in kept.Accesses)
        {
            if (access.Operand is not FieldDefinition)
            {
                editor.ReplaceOperand(access, new FieldReference(field.Name, valueTask, ((FieldReference)access.Operand).DeclaringType));
            }
        }
    }

    private Instruction AddressOf(Place place, Instruction access) => place.Field == null
        ? VariableForms.Address(editor.Body.Variables[place.Variable.Index])
        : Instruction.Create(OpCodes.Ldflda, (FieldReference)access.Operand);

    private static Instruction Call(MethodReference method) => Instruction.Create(OpCodes.Call, method);
}
