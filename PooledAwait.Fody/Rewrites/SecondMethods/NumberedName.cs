namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Names added methods that would otherwise have the same name and signature: the first gets the plain name, each further one a number. A later weave computes the same name for the same method.
/// </summary>
internal static class NumberedName
{
    /// <param name="name">The plain name.</param>
    /// <param name="method">The method that the added method is for.</param>
    /// <param name="isAlike">Returns whether the method added for a given other method would have the same signature.</param>
    public static string For(string name, MethodDefinition method, Func<MethodDefinition, bool> isAlike)
    {
        var before = method.DeclaringType.Methods.TakeWhile(other => other != method).Count(other => other.Name == method.Name && isAlike(other));
        return before == 0 ? name : $"{name}{before + 1}";
    }
}
