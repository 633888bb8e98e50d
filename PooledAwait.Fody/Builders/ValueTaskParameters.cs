using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Whether methods of the program consume the ValueTasks that are passed to them as they must: so a caller that looks whether a call has completed,
/// and lets an async method await it where it has not, may be known to use it properly.
/// </summary>
internal sealed class ValueTaskParameters(WovenProgram program)
{
    /// <summary>How many methods that hand a ValueTask on to the next are followed, one from within the other, since the stack is as deep.</summary>
    private const int MaximumDepth = 50;

    private const string AsyncStateMachine = "System.Runtime.CompilerServices.AsyncStateMachineAttribute";
    private const string PoolingBuilder = "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder";

    private readonly Dictionary<(MethodDefinition Method, int Argument), bool> _isConsumed = [];
    private ILookup<FieldDefinition, MethodDefinition>? _usersOfFields;
    private int _depth;

    /// <summary>Whether a call that takes a ValueTask reaches one method for certain, which consumes it once and does nothing else with it.</summary>
    public bool IsConsumedBy(StackUse taken)
    {
        var called = (MethodReference)taken.Consumer.Operand;
        if (program.Find(called) is not { HasBody: true } callee || MayReachAnother(taken.Consumer, callee))
        {
            return false;
        }

        // Variable arguments have no parameters.
        var parameter = taken.Argument - (callee.HasThis ? 1 : 0);
        if (parameter < 0 || parameter >= callee.Parameters.Count || !ValueTaskTypes.IsValueTask(callee.Parameters[parameter].ParameterType))
        {
            return false;
        }

        var key = (callee, taken.Argument);
        if (!_isConsumed.TryGetValue(key, out var isConsumed))
        {
            if (_depth == MaximumDepth || !program.UsesIn(callee.Module).IsCode(callee))
            {
                return false;
            }

            // What comes back to the same parameter while it is being followed is not known to end.
            _isConsumed.Add(key, false);
            _depth++;
            isConsumed = new ValueTaskConsumption(callee, this).OfParameter(new Variable(IsParameter: true, taken.Argument)) == ValueTaskUse.Proper;
            _depth--;
            _isConsumed[key] = isConsumed;
        }

        return isConsumed;
    }

    /// <summary>Whether a store is that of a kick-off method's argument into its machine, whose code consumes it once.</summary>
    /// <remarks>The builder has to be a known one: another might run a machine, or a copy of it, more than once.</remarks>
    public bool IsConsumedByMachine(MethodDefinition kickOff, Instruction store)
    {
        if (!kickOff.CustomAttributes.Any(attribute => attribute.AttributeType.FullName == AsyncStateMachine) ||
            store.Operand is not FieldReference named || program.Find(named.DeclaringType) is not { } machine || named.Resolve() is not { } field ||
            !machine.Fields.Any(other => other.Name == "<>t__builder" && IsKnownBuilder(other.FieldType)) ||
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

    /// <summary>A virtual method may be overridden, and so may a static one of an interface, which is called with the type that implements it.</summary>
    private static bool MayReachAnother(Instruction call, MethodDefinition callee) =>
        callee is { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false }
        && (call.OpCode.Code == Code.Callvirt || call.Previous?.OpCode.Code == Code.Constrained);

    /// <summary>Who names the fields of the program that hold ValueTasks: each method once.</summary>
    private ILookup<FieldDefinition, MethodDefinition> UsersOfFields() =>
    (
        from use in program.Where(member => member is FieldReference field && ValueTaskTypes.IsValueTask(field.FieldType) && program.Has(field.DeclaringType))
        let field = ((FieldReference)use.Member).Resolve()
        where field != null
        select (Field: field, use.User)
    ).Distinct().ToLookup(use => use.Field, use => use.User);
}
