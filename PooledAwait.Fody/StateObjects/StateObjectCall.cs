using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.StateObjects;

/// <summary>A call whose delegates are made over one object, for this call alone.</summary>
/// <param name="Caller">The method that it stands in.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">What it calls.</param>
/// <param name="Counterpart">What it can call instead.</param>
/// <param name="StateType">The state's type, as the calling method names it.</param>
/// <param name="NullState">Loads the null that is passed as the state; null where the overload has none.</param>
/// <param name="Delegates">The delegates, in the order of the arguments.</param>
/// <param name="Closure">How the closure object can go; null where the delegates' object becomes the state.</param>
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
    /// <summary>The methods that are changed where the call is.</summary>
    public IEnumerable<MethodDefinition> Bodies => [Caller, .. KeptFrames];

    /// <summary>
    /// The lambdas among what the delegates are made over. Called by its delegate a lambda is never inlined, so its breakpoints are hit and its line is in
    /// stack traces; called by another method it would be. Methods of the user's own may have other callers, and stay as they are.
    /// </summary>
    public IEnumerable<MethodDefinition> KeptFrames =>
        Closure?.Lambdas.Select(lambda => lambda.Method) ??
        Delegates.Where(made => made.Cache == null).Select(made => made.Method).Where(GeneratedName.IsLambda).Distinct();
}

/// <summary>A delegate that a method makes.</summary>
/// <param name="Passed">Which argument of the call it is.</param>
/// <param name="LoadFunction">The <c>ldftn</c>, or the <c>ldvirtftn</c> behind its <c>dup</c>.</param>
/// <param name="NewDelegate">The <c>newobj</c> right behind it.</param>
/// <param name="Target">The method that the delegate calls, as the caller names it.</param>
/// <param name="Method">Its definition, which the reference no longer finds once it has other parameters.</param>
/// <param name="IsVirtual">The delegate calls what the object makes of that method.</param>
/// <param name="IsNeverNull">The delegate's object is proved not to be null.</param>
/// <param name="Cache">How it is kept for the next time; null where it is made at each call.</param>
internal sealed record MadeDelegate(
    PassedDelegate Passed,
    Instruction LoadFunction,
    Instruction NewDelegate,
    MethodReference Target,
    MethodDefinition Method,
    bool IsVirtual,
    bool IsNeverNull,
    CachedDelegate? Cache);
