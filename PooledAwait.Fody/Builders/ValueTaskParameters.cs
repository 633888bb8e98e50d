using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Whether methods of the module consume the ValueTasks that are passed to them as they must: so a caller that looks whether a call has completed,
/// and lets an async method await it where it has not, may be known to use it properly.
/// </summary>
internal sealed class ValueTaskParameters(ModuleDefinition module, MemberUses uses)
{
    private const string AsyncStateMachine = "System.Runtime.CompilerServices.AsyncStateMachineAttribute";
    private const string PoolingBuilder = "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder";

    private readonly Dictionary<(MethodDefinition Method, int Argument), bool> _isConsumed = [];
    private ILookup<FieldDefinition, MethodDefinition>? _usersOfFields;

    /// <summary>Whether a call that takes a ValueTask reaches one method for certain, which consumes it once and does nothing else with it.</summary>
    public bool IsConsumedBy(StackUse taken)
    {
        var called = (MethodReference)taken.Consumer.Operand;
        if (Local(called.DeclaringType) == null || called.Resolve() is not { HasBody: true } callee || (taken.Consumer.OpCode.Code == Code.Callvirt && callee.IsVirtual))
        {
            return false;
        }

        var parameter = taken.Argument - (callee.HasThis ? 1 : 0);
        if (parameter < 0 || !ValueTaskTypes.IsValueTask(callee.Parameters[parameter].ParameterType))
        {
            return false;
        }

        var key = (callee, taken.Argument);
        if (!_isConsumed.TryGetValue(key, out var isConsumed))
        {
            // What comes back to the same parameter while it is being followed is not known to end.
            _isConsumed.Add(key, false);
            isConsumed = new ValueTaskConsumption(callee, this).OfParameter(new Variable(IsParameter: true, taken.Argument)) == ValueTaskUse.Proper;
            _isConsumed[key] = isConsumed;
        }

        return isConsumed;
    }

    /// <summary>Whether a store is that of a kick-off method's argument into its machine, whose code consumes it once.</summary>
    /// <remarks>The builder has to be a known one: another might run a machine, or a copy of it, more than once.</remarks>
    public bool IsConsumedByMachine(MethodDefinition kickOff, Instruction store)
    {
        if (!kickOff.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == AsyncStateMachine) ||
            store.Operand is not FieldReference named || Local(named.DeclaringType) is not { } machine || named.Resolve() is not { } field ||
            !machine.Fields.Any(other => IsKnownBuilder(other.FieldType)) ||
            machine.Methods.FirstOrDefault(method => method is { Name: "MoveNext", HasParameters: false, HasBody: true }) is not { } moveNext)
        {
            return false;
        }

        _usersOfFields ??= UsersOfFields();
        return _usersOfFields[field].OrderBy(user => user == moveNext).SequenceEqual([kickOff, moveNext])
            && kickOff.Body.Instructions.Count(instruction => instruction.Operand is FieldReference other && other.Resolve() == field) == 1
            && new ValueTaskConsumption(moveNext, this).OfField(field) == ValueTaskUse.Proper;
    }

    private static bool IsKnownBuilder(TypeReference type)
    {
        var element = type.GetElementType();
        return BuilderType.Of(type) != null
            || (BaseLibrary.Has(element) && element.FullName is PoolingBuilder or PoolingBuilder + "`1")
            || (RuntimeReference.Has(element) && BuilderType.All.Any(builder => builder.Pooled == element.Name));
    }

    /// <summary>Who names the fields of the module that hold ValueTasks: each method once.</summary>
    private ILookup<FieldDefinition, MethodDefinition> UsersOfFields() =>
    (
        from use in uses.Where(member => member is FieldReference field && ValueTaskTypes.IsValueTask(field.FieldType) && Local(field.DeclaringType) != null)
        let field = ((FieldReference)use.Member).Resolve()
        where field != null
        select (Field: field, use.User)
    ).Distinct().ToLookup(use => use.Field, use => use.User);

    private TypeDefinition? Local(TypeReference type) => type.GetElementType().Scope == module ? type.Resolve() : null;
}
