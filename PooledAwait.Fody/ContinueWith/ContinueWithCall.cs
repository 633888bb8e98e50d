using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>A call of <c>ContinueWith</c> whose one delegate is made over an instance method, for this call alone.</summary>
/// <param name="Caller">The method that it stands in.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">What it calls, and what it can call instead.</param>
/// <param name="LoadFunction">The <c>ldftn</c>, or the <c>ldvirtftn</c> behind its <c>dup</c>.</param>
/// <param name="NewDelegate">The <c>newobj</c> right behind it.</param>
/// <param name="Target">The method that the delegate calls, as the caller names it.</param>
/// <param name="IsVirtual">The delegate calls what the object makes of that method.</param>
/// <param name="IsNeverNull">The delegate's object is proved not to be null.</param>
/// <param name="Closure">How the closure object can go; null where the delegate's object becomes the state.</param>
internal sealed record ContinueWithCall(
    MethodDefinition Caller,
    Instruction Call,
    ContinueWithOverload Overload,
    Instruction LoadFunction,
    Instruction NewDelegate,
    MethodReference Target,
    bool IsVirtual,
    bool IsNeverNull,
    RemovableClosure? Closure)
{
    /// <summary>The methods that are changed where the call is.</summary>
    public IEnumerable<MethodDefinition> Bodies => KeptFrame == null ? [Caller] : [Caller, KeptFrame];

    /// <summary>
    /// The lambda, if the delegate is made over one. Called by its delegate a lambda is never inlined, so its breakpoints are hit and its line is in
    /// stack traces; called by another method it would be. Methods of the user's own may have other callers, and stay as they are.
    /// </summary>
    public MethodDefinition? KeptFrame => Closure?.Lambda ?? (Target.Resolve() is { } target && GeneratedName.IsLambda(target) ? target : null);
}
