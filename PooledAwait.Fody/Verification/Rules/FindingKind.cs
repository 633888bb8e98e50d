namespace PooledAwait.Fody.Verification;

/// <summary>All reasons why a body is not sound. Code that is merely unsafe causes no finding.</summary>
internal enum FindingKind
{
    /// <summary>Malformed code, such as an operand of the wrong kind, a variable that does not exist, or code that runs past the end of the body.</summary>
    Malformed,

    /// <summary>A branch whose target is not an instruction of the body, or that leads between a prefix and its instruction.</summary>
    BranchTarget,

    /// <summary>Protected regions that overlap, are empty, or are in the wrong order.</summary>
    Region,

    /// <summary>Control enters a try block, but not at its start. Or control goes into a filter or a handler without an exception.</summary>
    RegionEntry,

    /// <summary>Control leaves a region by an instruction that cannot do so.</summary>
    RegionExit,

    /// <summary>An instruction takes more values than the stack holds.</summary>
    StackUnderflow,

    /// <summary>Paths that meet with different numbers of values on the stack, or values that remain where the stack must be empty.</summary>
    StackDepth,

    /// <summary>Paths that meet with values of different kinds.</summary>
    Merge,

    /// <summary>A prefix before an instruction that does not allow the prefix.</summary>
    Prefix,

    /// <summary>A value of a kind that the instruction does not take.</summary>
    Operand,

    /// <summary>A value that is stored, passed or returned, but does not fit the declared type.</summary>
    Assignment,

    /// <summary>A member used on an object that does not have this member.</summary>
    Receiver,

    /// <summary>A type or member that does not exist.</summary>
    Unresolved,

    /// <summary>A type or member that the verified method may not access.</summary>
    Access,

    /// <summary>A type argument that does not meet a constraint, or a generic type used without its arguments.</summary>
    Instantiation,

    /// <summary>An abstract method called, or an abstract type created.</summary>
    Abstract,

    /// <summary>A static member used as an instance member, or the other way round.</summary>
    Static,

    /// <summary>A constructor called on an object that is not under construction, or newobj of a method that is not a constructor.</summary>
    Constructor,

    /// <summary>An object used before a constructor of its base was called.</summary>
    Uninitialised,

    /// <summary>An overridable method called non-virtually on an object other than <c>this</c>.</summary>
    Dispatch,

    /// <summary>A delegate whose signature does not fit its function, or whose target does not have the function.</summary>
    Delegate,

    /// <summary>A store to an init-only field outside a constructor or an init accessor.</summary>
    InitOnly,

    /// <summary>A read-only reference that is passed on as a writable reference, or through which code writes.</summary>
    ReadOnly,

    /// <summary>A reference to a local variable or an argument. The method returns the reference, or passes it by a tail call.</summary>
    LocalEscapes,

    /// <summary>A ref struct that is boxed or put into an array.</summary>
    RefStruct,

    /// <summary>Symbols that refer to code that does not exist.</summary>
    Symbols,

    /// <summary>A decision of the report that does not match what happened to the code.</summary>
    Report,
}
