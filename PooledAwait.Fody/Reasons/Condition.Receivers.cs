namespace PooledAwait.Fody.Reasons;

/// <content>What a class must be, for a virtual call to ask its object for it.</content>
internal sealed partial class Condition
{
    public static readonly Condition MayBeProxy = new("may-be-proxy", "An object that says it is a `{0}` may be a proxy: the class derives from MarshalByRefObject.", Reason.ReceiverNotKnown);
    public static readonly Condition AssemblyMayLack = new(
        "assembly-may-lack", "Comparing an object with `{0}` would load {1}, which the program may lack.", Reason.ReceiverNotKnown);
    public static readonly Condition CannotBeLoaded = new(
        "cannot-be-loaded", "`{0}` does not implement all that it inherits and implements, so the runtime may not load it.", Reason.ReceiverNotKnown);

    // Which instance of a generic type it is.
    public static readonly Condition OtherInstance = new("other-instance", "`{0}` is a `{1}` with other type arguments than the call's.", Reason.ReceiverNotKnown);
    public static readonly Condition SeveralInstances = new("several-instances", "`{0}` is a `{1}` with several type arguments.", Reason.ReceiverNotKnown);
    public static readonly Condition VariantInstance = new("variant-instance", "`{1}` is variant, and the call does not tell with which type arguments `{0}` is one.", Reason.ReceiverNotKnown);
    public static readonly Condition ArgumentsNotTold = new(
        "arguments-not-told", "`{0}` is generic, and a call of `{1}` does not tell its type arguments.", Reason.ReceiverNotKnown);
    public static readonly Condition ConstraintsDiffer = new("constraints-differ", "`{0}` asks more of its type arguments than `{1}`.", Reason.ReceiverNotKnown);

    // Which method the call reaches.
    public static readonly Condition DefaultImplementation = new(
        "default-implementation", "`{0}` does not implement `{1}` itself: it may inherit a default implementation.", Reason.ReceiverNotKnown);
    public static readonly Condition SeveralMethods = new("several-methods", "More than one method of `{0}` may be the implementation of `{1}`.", Reason.ReceiverNotKnown);
    public static readonly Condition ImplementedAgain = new(
        "implemented-again", "A base class implements `{1}`, and `{0}` has a method of the same name that may not.", Reason.ReceiverNotKnown);
    public static readonly Condition CovariantReturn = new("covariant-return", "A class that `{0}` is one of overrides `{1}` with another return type.", Reason.ReceiverNotKnown);
    public static readonly Condition VariantMethods = new(
        "variant-methods", "`{0}` implements other instances of the interface of `{1}` by other methods, which the call may reach.", Reason.ReceiverNotKnown);
    public static readonly Condition ImplementationWithoutCode = new("implementation-without-code", "`{0}` has no code.", Reason.ReceiverNotKnown);
    public static readonly Condition OtherSignature = new("other-signature", "`{0}` takes or returns other types than `{1}`.", Reason.ReceiverNotKnown);
    public static readonly Condition MethodConstraintsDiffer = new(
        "method-constraints-differ", "The type parameters of `{0}` have other constraints than those of `{1}`.", Reason.ReceiverNotKnown);
    public static readonly Condition TrimmersAskMore = new(
        "trimmers-ask-more", "`{0}` has an attribute that trimmers read, and `{1}` has not.", Reason.ReceiverNotKnown);

    public static readonly Condition NotVisible = new(
        "not-visible", "No code of this assembly can name both `{0}` and `{1}`: one of them is private to another place.", Reason.ReceiverNotKnown);
}
