namespace PooledAwait.Fody.IL;

/// <summary>Recognises the base library's two task types.</summary>
internal static class TaskType
{
    private const string Name = "System.Threading.Tasks.Task";

    /// <summary>Returns whether a type is Task or Task&lt;T&gt; itself, and not a type derived from it.</summary>
    public static bool Is(TypeReference type) =>
        type.Name is "Task" or "Task`1" && type is not TypeSpecification or GenericInstanceType &&
        type.GetElementType() is { FullName: Name or Name + "`1" } element && BaseLibrary.Has(element);

    /// <summary>Returns the type of a task's result; null if the task has no result.</summary>
    public static TypeReference? ResultOf(TypeReference task) => (task as GenericInstanceType)?.GenericArguments[0];

    /// <summary>Returns whether a method is a static method of Task with the given name.</summary>
    public static bool IsStaticMember(MethodReference method, string name) =>
        method.Name == name && !method.HasThis && method.DeclaringType.FullName == Name && BaseLibrary.Has(method.DeclaringType);
}
