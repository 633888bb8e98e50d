namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>One of the program's own methods that does nothing with a delegate except call it, so that a second method can pass a state with each call.</summary>
/// <param name="Method">The method.</param>
/// <param name="Delegates">The delegates, in the order of the parameters.</param>
internal sealed record InvokingMethod(MethodDefinition Method, IReadOnlyList<InvokedDelegate> Delegates)
{
    /// <summary>Whether a parameter, from 0, is one of the delegates.</summary>
    public bool Takes(int parameter) => Delegates.Any(invoked => invoked.Parameter.Index == parameter);
}

/// <summary>A delegate that is only called.</summary>
/// <param name="Parameter">The parameter.</param>
/// <param name="Calls">The calls of it.</param>
internal sealed record InvokedDelegate(ParameterDefinition Parameter, IReadOnlyList<Instruction> Calls);
