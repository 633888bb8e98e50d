namespace PooledAwait.Runtime;

/// <summary>The name of an async method as its author knows it.</summary>
internal static class AsyncMethodName
{
    /// <summary>
    /// Takes the method's name from the name that compilers give to its state machine: <c>&lt;Method&gt;d__5</c>, nested in the method's type. If a type
    /// has no such name, returns the type's own name.
    /// </summary>
    public static string Of(Type stateMachineType)
    {
        var name = stateMachineType.Name;
        var end = name.LastIndexOf('>');
        if (end < 2 || name[0] != '<')
        {
            return stateMachineType.ToString();
        }

        var method = name.Substring(1, end - 1);
        return stateMachineType.DeclaringType is { } declaringType ? $"{declaringType.FullName}.{method}" : method;
    }
}
