using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>Finds the methods that use a state machine's field, if the field holds a value that the analysis follows.</summary>
/// <param name="program">The modules that are woven together.</param>
/// <param name="isFollowed">Returns whether values of a type are followed.</param>
internal sealed class MachineFields(WovenProgram program, Func<TypeReference, bool> isFollowed)
{
    private ILookup<FieldDefinition, MethodDefinition>? _users;

    /// <summary>
    /// Returns whether only the machine's own code uses a field. The kick-off method may also store an argument into the field. If the result is true, the
    /// field holds this argument, or a local variable that lives across an await.
    /// </summary>
    public bool HasNoOtherUser(MethodDefinition moveNext, FieldDefinition field) =>
        field.DeclaringType == moveNext.DeclaringType && OtherUserOf(moveNext, field) == null;

    /// <summary>
    /// Returns another method that uses a field of a machine; null if there is none. The machine's own code does not count. Kick-off methods that only store an
    /// argument into the field do not count either.
    /// </summary>
    public MethodDefinition? OtherUserOf(MethodDefinition moveNext, FieldDefinition field) =>
        UsersOf(field).FirstOrDefault(user => user != moveNext && !OnlyFills(user, field));

    /// <summary>
    /// If an instruction of a kick-off method stores an argument into a field of the machine, returns the machine's <c>MoveNext</c>. Returns null for any other
    /// instruction, if the machine's builder is unknown, or if another method uses the field.
    /// </summary>
    public MethodDefinition? TakerOfArgument(MethodDefinition kickOff, Instruction store) =>
        store.Operand is FieldReference named && program.Has(named.DeclaringType) && named.Resolve() is { } field &&
        FollowedBody.HasKnownBuilder(field.DeclaringType) && OnlyFills(kickOff, field) &&
        MoveNext.In(field.DeclaringType).FirstOrDefault() is { } moveNext &&
        HasNoOtherUser(moveNext, field)
            ? moveNext
            : null;

    /// <summary>
    /// Returns whether a method is a kick-off method or its twin, and uses a field only to store an argument. (Like the kick-off method, a twin starts the
    /// machine.)
    /// </summary>
    private static bool OnlyFills(MethodDefinition kickOff, FieldDefinition field) =>
        (KickOff.Is(kickOff) || KickOff.HasTwinsBuilder(kickOff)) &&
        kickOff.Body.Instructions.Where(instruction => instruction.Operand is FieldReference other && other.Resolve() == field).ToList()
            is { Count: 1 } named && named[0].OpCode.Code == Code.Stfld;

    private IEnumerable<MethodDefinition> UsersOf(FieldDefinition field) => (_users ??= Users())[field];

    /// <summary>
    /// For each field of the program that may hold a followed value, returns the methods that name the field. Each method is listed once per field.
    /// </summary>
    private ILookup<FieldDefinition, MethodDefinition> Users() =>
    (
        from use in program.Where(member =>
            member is FieldReference field && isFollowed(field.FieldType) && program.Has(field.DeclaringType))
        let field = ((FieldReference)use.Member).Resolve()
        where field != null
        select (Field: field, use.User)
    ).Distinct().ToLookup(use => use.Field, use => use.User);
}
