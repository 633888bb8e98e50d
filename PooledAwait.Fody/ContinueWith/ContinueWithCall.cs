using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>A call of <c>ContinueWith</c> whose one delegate is made over an instance method, for this call alone.</summary>
/// <param name="Caller">The method that it stands in.</param>
/// <param name="Call">The call itself.</param>
/// <param name="Overload">What it calls, and what it can call instead.</param>
/// <param name="LoadFunction">The <c>ldftn</c>, or the <c>ldvirtftn</c> behind its <c>dup</c>.</param>
/// <param name="NewDelegate">The <c>newobj</c> right behind it.</param>
/// <param name="IsNeverNull">The delegate's object is proved not to be null.</param>
/// <param name="Closure">How the closure object can go; null where the delegate's object becomes the state.</param>
internal sealed record ContinueWithCall(
    MethodDefinition Caller,
    Instruction Call,
    ContinueWithOverload Overload,
    Instruction LoadFunction,
    Instruction NewDelegate,
    bool IsNeverNull,
    RemovableClosure? Closure)
{
    /// <summary>The method that the delegate calls, as the caller names it.</summary>
    public MethodReference Target => (MethodReference)LoadFunction.Operand;

    public bool IsVirtual => LoadFunction.OpCode.Code == Code.Ldvirtftn;
}
