namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>A call whose delegates are made over one object, for this call alone.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">The overload that it calls.</param>
/// <param name="Counterpart">The overload that it can call instead.</param>
/// <param name="StateType">The state's type, as the calling method names it.</param>
/// <param name="NullState">The instruction that loads the null that is passed as the state; null if the overload has no state.</param>
/// <param name="Delegates">The delegates, in the order of the arguments.</param>
/// <param name="Closure">How the closure object can be removed; null if the delegates' object becomes the state.</param>
internal sealed record StateObjectCall(
    MethodDefinition Caller,
    Instruction Call,
    StateOverload Overload,
    CalledCounterpart Counterpart,
    TypeReference StateType,
    Instruction? NullState,
    IReadOnlyList<MadeDelegate> Delegates,
    RemovableClosure? Closure)
{
    /// <summary>The methods that change if the call changes.</summary>
    public IEnumerable<MethodDefinition> Bodies => [Caller, .. KeptFrames];

    /// <summary>
    /// The lambdas among the methods that the delegates are over. A lambda that its delegate calls is never inlined, so its breakpoints are hit and its line is in stack traces. If another method
    /// called it, it could be inlined. Methods of the user's own may have other callers, and stay as they are.
    /// </summary>
    public IEnumerable<MethodDefinition> KeptFrames =>
        Closure?.Lambdas.Select(lambda => lambda.Method) ??
        Delegates.Where(made => made.Cache == null).Select(made => made.Method).Where(GeneratedName.IsLambda).Distinct();
}

/// <summary>A delegate that a method makes.</summary>
/// <param name="Passed">Which argument of the call it is.</param>
/// <param name="LoadFunction">The <c>ldftn</c>, or the <c>ldvirtftn</c> after its <c>dup</c>.</param>
/// <param name="NewDelegate">The <c>newobj</c> immediately after it.</param>
/// <param name="Target">The method that the delegate calls, as the caller names it.</param>
/// <param name="Method">The definition of the target. The reference no longer finds it after its parameters have changed.</param>
/// <param name="IsVirtual">Whether the delegate calls the object's own implementation of that method.</param>
/// <param name="IsNeverNull">Whether the delegate's object is proved not to be null.</param>
/// <param name="Cache">How the code keeps it for the next time; null if the code makes it at each call.</param>
internal sealed record MadeDelegate(
    PassedDelegate Passed,
    Instruction LoadFunction,
    Instruction NewDelegate,
    MethodReference Target,
    MethodDefinition Method,
    bool IsVirtual,
    bool IsNeverNull,
    CachedDelegate? Cache);
