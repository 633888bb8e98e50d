namespace PooledAwait.Fody.Decisions;

/// <content>The conditions under which woven code can test whether a virtual call is made on an object of a given class.</content>
internal sealed partial class Condition
{
    public static readonly Condition MayBeProxy = new("may-be-proxy", "`{0}` derives from MarshalByRefObject, so an object that reports this type may be a proxy.", Reason.ReceiverNotKnown);
    public static readonly Condition AssemblyMayLack = new(
        "assembly-may-lack", "Testing an object for `{0}` would load {1}, which the program may lack.", Reason.ReceiverNotKnown);
    public static readonly Condition CannotBeLoaded = new(
        "cannot-be-loaded", "`{0}` does not implement all members of its base class and interfaces, so the runtime may fail to load it.", Reason.ReceiverNotKnown);

    // The type arguments with which the class implements the type named in the call.
    public static readonly Condition OtherInstance = new("other-instance", "`{0}` is a `{1}`, but with other type arguments than the call's.", Reason.ReceiverNotKnown);
    public static readonly Condition SeveralInstances = new("several-instances", "`{0}` implements `{1}` more than once, with different type arguments.", Reason.ReceiverNotKnown);
    public static readonly Condition VariantInstance = new("variant-instance", "The interface `{1}` is variant: `{0}` may implement it with other type arguments than the call names.", Reason.ReceiverNotKnown);
    public static readonly Condition ArgumentsNotTold = new(
        "arguments-not-told", "`{0}` is generic, and a call on `{1}` does not determine its type arguments.", Reason.ReceiverNotKnown);
    public static readonly Condition ConstraintsDiffer = new("constraints-differ", "The type parameters of `{0}` have stricter constraints than those of `{1}`.", Reason.ReceiverNotKnown);

    // The method that the call reaches.
    public static readonly Condition DefaultImplementation = new(
        "default-implementation", "`{0}` does not implement `{1}` itself; it may inherit a default implementation.", Reason.ReceiverNotKnown);
    public static readonly Condition SeveralMethods = new("several-methods", "Several methods of `{0}` could be the implementation of `{1}`.", Reason.ReceiverNotKnown);
    public static readonly Condition ImplementedAgain = new(
        "implemented-again", "A base class implements `{1}`, and `{0}` has a method of the same name that may or may not implement it.", Reason.ReceiverNotKnown);
    public static readonly Condition CovariantReturn = new("covariant-return", "`{0}` or one of its base classes overrides `{1}` with another return type.", Reason.ReceiverNotKnown);
    public static readonly Condition VariantMethods = new(
        "variant-methods", "`{0}` implements the interface of `{1}` more than once, with different type arguments. The interface is variant, so the call may reach another of these implementations.", Reason.ReceiverNotKnown);
    public static readonly Condition ImplementationWithoutCode = new("implementation-without-code", "`{0}` has no code.", Reason.ReceiverNotKnown);
    public static readonly Condition OtherSignature = new("other-signature", "The parameter or return types of `{0}` differ from those of `{1}`.", Reason.ReceiverNotKnown);
    public static readonly Condition MethodConstraintsDiffer = new(
        "method-constraints-differ", "The constraints on the type parameters of `{0}` differ from those of `{1}`.", Reason.ReceiverNotKnown);
    public static readonly Condition TrimmersAskMore = new(
        "trimmers-ask-more", "`{0}` has a trimming attribute that `{1}` does not have.", Reason.ReceiverNotKnown);

    public static readonly Condition NotVisible = new(
        "not-visible", "Woven code would have to name both `{0}` and `{1}`, but no type of this assembly may name both: at least one of them is private.", Reason.ReceiverNotKnown);
}
