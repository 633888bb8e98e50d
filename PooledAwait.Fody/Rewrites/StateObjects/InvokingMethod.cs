namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// A method of the woven module that does nothing with a delegate parameter except call it and compare it with null. So a copy of the method can also take a
/// state, and pass the state in each call of the delegate.
/// </summary>
/// <param name="Method">The method.</param>
/// <param name="Delegates">The delegates that the method only calls or compares with null, in the order of the parameters.</param>
internal sealed record InvokingMethod(MethodDefinition Method, IReadOnlyList<InvokedDelegate> Delegates)
{
    /// <summary>Returns whether the parameter with the given index is one of the <see cref="Delegates"/>. Indexes start with 0.</summary>
    public bool Takes(int parameter) => Delegates.Any(invoked => invoked.Parameter.Index == parameter);
}

/// <summary>A delegate that a method only calls or compares with null.</summary>
/// <param name="Parameter">The parameter that takes the delegate.</param>
/// <param name="Calls">The calls of the delegate.</param>
internal sealed record InvokedDelegate(ParameterDefinition Parameter, IReadOnlyList<Instruction> Calls);
