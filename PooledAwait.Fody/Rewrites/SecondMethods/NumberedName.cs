namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Gives different names to added methods that would otherwise have the same name and signature. The first method gets the plain name, and each further method
/// gets a name with a number. A later weave computes the same name for the same method.
/// </summary>
internal static class NumberedName
{
    /// <param name="name">The plain name.</param>
    /// <param name="method">The method for which the weaver adds a method.</param>
    /// <param name="isAlike">
    /// Returns whether the method added for a given method would have the same signature as the method added for <paramref name="method"/>.
    /// </param>
    public static string For(string name, MethodDefinition method, Func<MethodDefinition, bool> isAlike)
    {
        var before = method.DeclaringType.Methods.TakeWhile(other => other != method).Count(other => other.Name == method.Name && isAlike(other));
        return before == 0 ? name : $"{name}{before + 1}";
    }
}
