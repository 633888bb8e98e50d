namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>
/// What methods of several types have in common: a name, a return type and a parameter. There are few families, so many types declare the same method.
/// </summary>
/// <param name="Name">The method's name.</param>
/// <param name="Returns">The return type. <c>T</c> is the type parameter of the declaring type, and <c>V</c> is the type parameter of the method.</param>
/// <param name="Takes">The type of the method's parameter; empty if the method has no parameter.</param>
internal sealed record Family(string Name, string Returns, string Takes)
{
    /// <summary>
    /// All families in a fixed order. If a forwarder calls a method of its own object, that method belongs to a later family. So forwarders of one object never
    /// call each other in a cycle.
    /// </summary>
    public static readonly IReadOnlyList<Family> All =
    [
        new("Quit", "Task", ""), new("Put", "Task", "int"), new("Ask", "Task<int>", ""), new("Get", "Task<int>", "int"), new("Take", "Task<int>", "T"), new("Map", "Task<int>", "V"),
        new("Give", "Task<T>", "T"), new("Echo", "Task<V>", "V"), new("Poll", "ValueTask<int>", ""), new("Keep", "ValueTask<T>", "T"), new("Note", "ValueTask", "int"),
    ];

    public bool HasTypeParameter => Takes == "T";

    public bool IsGeneric => Takes == "V";

    public int Order => All.ToList().IndexOf(this);
}
