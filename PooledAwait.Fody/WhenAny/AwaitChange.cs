using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.WhenAny;

/// <summary>
/// Lets one state machine await ValueTasks where it awaited tasks. Their awaiters get local variables and fields of their own, because the
/// compiler's are shared by all awaits of a type; among themselves they share them too, since a machine waits for one thing at a time.
/// </summary>
internal sealed class AwaitChange(BodyEditor editor, ValueTaskReferences types)
{
    private const string FieldPrefix = "<>u__WhenAny";

    private readonly TypeDefinition _machine = editor.Body.Method.DeclaringType;
    private readonly Dictionary<string, VariableDefinition> _locals = [];
    private readonly Dictionary<string, FieldDefinition> _fields = [];
    private readonly HashSet<FieldDefinition> _replaced = [];

    /// <param name="call">A call whose result is awaited.</param>
    /// <param name="method">What it becomes, which returns a ValueTask.</param>
    public void Apply(WhenAnyCall call, MethodReference method)
    {
        var (configuration, getAwaiter, suspension) = call.Await!;
        var result = call.Overload.Antecedent;
        var awaiter = configuration == null ? types.Awaiter : types.ConfiguredAwaiter;

        // A ValueTask's members are called on its address.
        var task = Local(ValueTaskReferences.Of(types.ValueTask, result));
        editor.Replace(call.Call, Instruction.Create(OpCodes.Call, method), VariableForms.Store(task), VariableForms.Address(task));
        if (configuration == null)
        {
            editor.Replace(getAwaiter, Call(Member(types.ValueTask, result, "GetAwaiter", Over(awaiter, types.ValueTask))));
        }
        else
        {
            var configured = Local(ValueTaskReferences.Of(types.Configured, result));
            var boolean = ((MethodReference)configuration.Call.Operand).Parameters[0].ParameterType;
            editor.Replace(configuration.Call, Call(Member(types.ValueTask, result, "ConfigureAwait", Over(types.Configured, types.ValueTask), boolean)));
            editor.Replace(configuration.Store, VariableForms.Store(configured));
            editor.Replace(configuration.Load, VariableForms.Address(configured));
            editor.Replace(getAwaiter, Call(Member(types.Configured, result, "GetAwaiter", Over(awaiter, types.Configured))));
        }

        Apply(suspension, awaiter, result);
    }

    /// <summary>Takes away the fields for awaiters that no await needs any longer.</summary>
    public void RemoveUnusedFields()
    {
        var used = new HashSet<FieldDefinition?>(_machine.Methods.Where(method => method.HasBody)
            .SelectMany(method => method.Body.Instructions)
            .Select(instruction => (instruction.Operand as FieldReference)?.Resolve()));
        foreach (var field in _replaced.Where(field => !used.Contains(field)))
        {
            _machine.Fields.Remove(field);
        }
    }

    private void Apply(AwaitSuspension suspension, TypeReference openAwaiter, TypeReference result)
    {
        var awaiter = ValueTaskReferences.Of(openAwaiter, result);
        var local = Local(awaiter);
        foreach (var store in suspension.Stores)
        {
            editor.Replace(store, VariableForms.Store(local));
        }

        foreach (var address in suspension.Addresses)
        {
            editor.Replace(address, VariableForms.Address(local));
        }

        editor.Replace(suspension.Load, VariableForms.Load(local));
        editor.ReplaceOperand(
            suspension.IsCompleted,
            Member(openAwaiter, result, "get_IsCompleted", ((MethodReference)suspension.IsCompleted.Operand).ReturnType));
        editor.ReplaceOperand(suspension.GetResult, Member(openAwaiter, result, "GetResult", openAwaiter.GenericParameters[0]));

        var wait = (GenericInstanceMethod)suspension.AwaitOnCompleted.Operand;
        editor.ReplaceOperand(
            suspension.AwaitOnCompleted,
            new GenericInstanceMethod(wait.ElementMethod) { GenericArguments = { awaiter, wait.GenericArguments[1] } });

        _replaced.Add(suspension.Field.Resolve());
        var field = Field(awaiter, suspension.Field.DeclaringType);
        foreach (var access in suspension.FieldAccesses)
        {
            editor.ReplaceOperand(access, field);
        }

        editor.ReplaceOperand(suspension.Clear, awaiter);
    }

    private VariableDefinition Local(TypeReference type)
    {
        if (!_locals.TryGetValue(Key(type), out var local))
        {
            _locals.Add(Key(type), local = editor.AddLocal(type));
        }

        return local;
    }

    /// <summary>The machine's field for awaiters of a type, as its own code names it.</summary>
    private FieldReference Field(TypeReference awaiter, TypeReference machine)
    {
        if (!_fields.TryGetValue(Key(awaiter), out var field))
        {
            _fields.Add(Key(awaiter), field = new FieldDefinition($"{FieldPrefix}{_fields.Count + 1}", FieldAttributes.Private, awaiter));
            _machine.Fields.Add(field);
        }

        return machine is GenericInstanceType ? new FieldReference(field.Name, field.FieldType, machine) : field;
    }

    /// <summary>A text for a type that no other type has: type parameters of one name differ in it, and so do types of one name from several assemblies.</summary>
    private static string Key(TypeReference type) => type switch
    {
        GenericParameter parameter => $"!{parameter.Position}",
        GenericInstanceType instance => $"{Key(instance.ElementType)}<{string.Join(",", instance.GenericArguments.Select(Key))}>",
        ArrayType array => $"{Key(array.ElementType)}[{array.Rank}]",
        _ => $"[{(type.Scope as AssemblyNameReference)?.FullName ?? type.Scope.Name}]{type.FullName}",
    };

    private static Instruction Call(MethodReference method) => Instruction.Create(OpCodes.Call, method);

    private static MethodReference Member(TypeReference open, TypeReference result, string name, TypeReference returned, params TypeReference[] parameters)
    {
        var member = new MethodReference(name, returned, ValueTaskReferences.Of(open, result)) { HasThis = true };
        foreach (var parameter in parameters)
        {
            member.Parameters.Add(new ParameterDefinition(parameter));
        }

        return member;
    }

    /// <summary>A type with the same result as another, as the members of that other one name it: by their own type parameter.</summary>
    private static TypeReference Over(TypeReference open, TypeReference declaring) => ValueTaskReferences.Of(open, declaring.GenericParameters[0]);
}
