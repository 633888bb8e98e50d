namespace PooledAwait.Runtime;

/// <summary>Finds the name of an async method as its author knows it.</summary>
internal static class AsyncMethodName
{
    /// <summary>
    /// Takes the method's name from the name of its state machine, <c>&lt;Method&gt;d__5</c>, and from the type in which the machine is nested. For a type with any other name, returns the name of the
    /// type.
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
