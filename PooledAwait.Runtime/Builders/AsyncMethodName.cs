namespace PooledAwait.Runtime;

/// <summary>Finds the name that an async method has in the source.</summary>
internal static class AsyncMethodName
{
    /// <summary>
    /// Builds the name from the state machine's name, <c>&lt;Method&gt;d__5</c>, and the type that contains the machine. If the machine's name does not have
    /// that form, returns the full name of the machine's type.
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
