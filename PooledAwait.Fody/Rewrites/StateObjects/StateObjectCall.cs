namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>A call that can pass a state. All its delegates that capture something are made for this call alone, and have the same target object.</summary>
/// <param name="Caller">The method that contains the call.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">The called overload.</param>
/// <param name="Counterpart">The overload with a state, which the changed call calls.</param>
/// <param name="StateType">The state's type, as the calling method refers to it.</param>
/// <param name="NullState">The instruction that loads null as the state; null if the called overload takes no state.</param>
/// <param name="Delegates">The delegates, in the order of the arguments.</param>
/// <param name="Closure">The closure object that can be removed; null if the delegates' target object becomes the state.</param>
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
    /// The lambdas and local functions that the JIT must not inline. Before the change, only delegates call them, so the JIT rarely inlines them. Breakpoints
    /// in them are hit, and stack traces show their lines. After the change, another method calls them, and the JIT could inline them into that method. A
    /// method that has a name in the source may have other callers. The JIT should still inline such a method into its callers, so the method is not included.
    /// There is one exception: a local function of a removed closure, because only delegates of this call refer to such a function.
    /// </summary>
    public IEnumerable<MethodDefinition> KeptFrames =>
        Delegates.Select(made => made.Method).Where(GeneratedName.IsLambda).Concat(Closure?.Lambdas.Select(lambda => lambda.Method) ?? []).Distinct();
}

/// <summary>A delegate that a method makes.</summary>
/// <param name="Passed">The call's argument that is this delegate.</param>
/// <param name="LoadFunction">The <c>ldftn</c> or <c>ldvirtftn</c> that loads the address of the delegate's method.</param>
/// <param name="NewDelegate">The <c>newobj</c> immediately after the <c>ldftn</c> or <c>ldvirtftn</c>.</param>
/// <param name="Target">The method that the delegate calls, as the caller refers to it.</param>
/// <param name="Method">
/// The definition of the target. After the weaver has changed the parameters of this definition, <paramref name="Target"/> does not resolve to it.
/// </param>
/// <param name="IsVirtual">Whether the delegate calls the target virtually, so that the object's class decides which override runs.</param>
/// <param name="IsNeverNull">Whether the delegate's object is certainly not null.</param>
/// <param name="Cache">The code that keeps the delegate for later calls; null if the code makes a new delegate each time.</param>
internal sealed record MadeDelegate(
    PassedDelegate Passed,
    Instruction LoadFunction,
    Instruction NewDelegate,
    MethodReference Target,
    MethodDefinition Method,
    bool IsVirtual,
    bool IsNeverNull,
    CachedDelegate? Cache);
