using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Machines;
using PooledAwait.Fody.Programs;

namespace PooledAwait.Fody.Following;

/// <summary>The fields of state machines that hold values which are followed, and who names them.</summary>
/// <param name="program">What is woven together.</param>
/// <param name="isFollowed">Whether values of a type are followed.</param>
internal sealed class MachineFields(WovenProgram program, Func<TypeReference, bool> isFollowed)
{
    private ILookup<FieldDefinition, MethodDefinition>? _users;

    /// <summary>
    /// Whether nothing but the machine's own code reads a field: a local variable that lives across an await lies in one, and so does an argument, which
    /// the kick-off method stores before the machine starts.
    /// </summary>
    public bool HasNoOtherUser(MethodDefinition moveNext, FieldDefinition field) =>
        field.DeclaringType == moveNext.DeclaringType && OtherUserOf(moveNext, field) == null;

    /// <summary>A method that uses a field of a machine, and neither is the machine's code nor only stores an argument; null where there is none.</summary>
    public MethodDefinition? OtherUserOf(MethodDefinition moveNext, FieldDefinition field) =>
        UsersOf(field).FirstOrDefault(user => user != moveNext && !OnlyFills(user, field));

    /// <summary>The code of a machine, where a store is that of its kick-off method's argument into it and nothing else uses that afterwards; null for another store.</summary>
    public MethodDefinition? TakerOfArgument(MethodDefinition kickOff, Instruction store) =>
        store.Operand is FieldReference named && program.Has(named.DeclaringType) && named.Resolve() is { } field &&
        FollowedBody.HasKnownBuilder(field.DeclaringType) && OnlyFills(kickOff, field) &&
        MoveNext.In(field.DeclaringType).FirstOrDefault() is { } moveNext &&
        HasNoOtherUser(moveNext, field)
            ? moveNext
            : null;

    /// <summary>A twin starts the machine too.</summary>
    private static bool OnlyFills(MethodDefinition kickOff, FieldDefinition field) =>
        (KickOff.Is(kickOff) || KickOff.HasTwinsBuilder(kickOff)) &&
        kickOff.Body.Instructions.Where(instruction => instruction.Operand is FieldReference other && other.Resolve() == field).ToList()
            is { Count: 1 } named && named[0].OpCode.Code == Code.Stfld;

    private IEnumerable<MethodDefinition> UsersOf(FieldDefinition field) => (_users ??= Users())[field];

    /// <summary>Who names the fields of the program that hold such values: each method once.</summary>
    private ILookup<FieldDefinition, MethodDefinition> Users() =>
    (
        from use in program.Where(member =>
            member is FieldReference field && isFollowed(field.FieldType) && program.Has(field.DeclaringType))
        let field = ((FieldReference)use.Member).Resolve()
        where field != null
        select (Field: field, use.User)
    ).Distinct().ToLookup(use => use.Field, use => use.User);
}
