using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>Finds the methods that use a state machine's field, if the field holds a value that the analysis follows.</summary>
/// <param name="program">The modules that are woven together.</param>
/// <param name="isFollowed">Returns whether values of a type are followed.</param>
internal sealed class MachineFields(WovenProgram program, Func<TypeReference, bool> isFollowed)
{
    private ILookup<FieldDefinition, MethodDefinition>? _users;

    /// <summary>
    /// Returns whether only the machine's own code reads a field. If so, the field holds a local variable that lives across an await, or an argument that the
    /// kick-off method stores before the machine starts.
    /// </summary>
    public bool HasNoOtherUser(MethodDefinition moveNext, FieldDefinition field) =>
        field.DeclaringType == moveNext.DeclaringType && OtherUserOf(moveNext, field) == null;

    /// <summary>
    /// Another method that uses a field of a machine; null if there is none. The machine's own code does not count, and neither do methods that only store an
    /// argument.
    /// </summary>
    public MethodDefinition? OtherUserOf(MethodDefinition moveNext, FieldDefinition field) =>
        UsersOf(field).FirstOrDefault(user => user != moveNext && !OnlyFills(user, field));

    /// <summary>
    /// The code of the machine into whose field an instruction of a kick-off method stores an argument. Null if the instruction stores anything else, if the
    /// machine's builder is unknown, or if another method uses the field.
    /// </summary>
    public MethodDefinition? TakerOfArgument(MethodDefinition kickOff, Instruction store) =>
        store.Operand is FieldReference named && program.Has(named.DeclaringType) && named.Resolve() is { } field &&
        FollowedBody.HasKnownBuilder(field.DeclaringType) && OnlyFills(kickOff, field) &&
        MoveNext.In(field.DeclaringType).FirstOrDefault() is { } moveNext &&
        HasNoOtherUser(moveNext, field)
            ? moveNext
            : null;

    /// <summary>
    /// Returns whether a method is a kick-off method or its twin, and uses a field only to store an argument. (A twin starts the machine, too.)
    /// </summary>
    private static bool OnlyFills(MethodDefinition kickOff, FieldDefinition field) =>
        (KickOff.Is(kickOff) || KickOff.HasTwinsBuilder(kickOff)) &&
        kickOff.Body.Instructions.Where(instruction => instruction.Operand is FieldReference other && other.Resolve() == field).ToList()
            is { Count: 1 } named && named[0].OpCode.Code == Code.Stfld;

    private IEnumerable<MethodDefinition> UsersOf(FieldDefinition field) => (_users ??= Users())[field];

    /// <summary>The methods that name a field, for each of the program's fields that hold followed values. Each method is listed once per field.</summary>
    private ILookup<FieldDefinition, MethodDefinition> Users() =>
    (
        from use in program.Where(member =>
            member is FieldReference field && isFollowed(field.FieldType) && program.Has(field.DeclaringType))
        let field = ((FieldReference)use.Member).Resolve()
        where field != null
        select (Field: field, use.User)
    ).Distinct().ToLookup(use => use.Field, use => use.User);
}
