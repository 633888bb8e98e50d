namespace PooledAwait.Fody.Verifying.Rules;

/// <summary>Why a body is not sound: the whole list. What unsafe code alone does is not in it.</summary>
internal enum FindingKind
{
    /// <summary>An operand that is not of the kind that the instruction takes, or a body without an end.</summary>
    Malformed,

    /// <summary>A branch to what is no instruction of the body, or between a prefix and its instruction.</summary>
    BranchTarget,

    /// <summary>Protected regions that overlap, are empty or out of order.</summary>
    Region,

    /// <summary>Control enters a protected region elsewhere than at its start, or a handler at all.</summary>
    RegionEntry,

    /// <summary>Control leaves a region by an instruction that cannot do so.</summary>
    RegionExit,

    /// <summary>An instruction takes more values than there are.</summary>
    StackUnderflow,

    /// <summary>Paths that meet with different numbers of values, or values left where there may be none.</summary>
    StackDepth,

    /// <summary>Paths that meet with values of different kinds.</summary>
    Merge,

    /// <summary>A prefix before an instruction that does not take it.</summary>
    Prefix,

    /// <summary>A value of a kind that the instruction does not take.</summary>
    Operand,

    /// <summary>A value that is not of the type of what it is stored in, passed as or returned as.</summary>
    Assignment,

    /// <summary>An object that does not have the member.</summary>
    Receiver,

    /// <summary>A type or member that does not exist.</summary>
    Unresolved,

    /// <summary>A type or member that this method may not see.</summary>
    Access,

    /// <summary>A type argument that does not meet a constraint, or a generic type used without its arguments.</summary>
    Instantiation,

    /// <summary>An abstract method called, or an abstract type created.</summary>
    Abstract,

    /// <summary>A static member used as that of an instance, or the other way round.</summary>
    Static,

    /// <summary>A constructor called on what is not being constructed, or newobj of another method.</summary>
    Constructor,

    /// <summary>An object used before a constructor of its base was called.</summary>
    Uninitialised,

    /// <summary>An overridable method called without dispatch on another object than the method's own.</summary>
    Dispatch,

    /// <summary>A delegate made of a function that its signature does not fit, or whose target it does not have.</summary>
    Delegate,

    /// <summary>A store to an init-only field outside a constructor or an init accessor.</summary>
    InitOnly,

    /// <summary>A reference that only reads, passed on as one that writes.</summary>
    ReadOnly,

    /// <summary>A reference to a local or an argument, returned.</summary>
    LocalEscapes,

    /// <summary>A type that lives on the stack alone, boxed or put into an array.</summary>
    RefStruct,

    /// <summary>Symbols that speak of code which is not there.</summary>
    Symbols,

    /// <summary>A decision that says something else than what became of the code.</summary>
    Report,
}
