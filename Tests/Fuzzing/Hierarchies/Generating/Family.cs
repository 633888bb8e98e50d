namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>One of the methods that types of hierarchies declare. There are only a few, so that different types often declare the same one.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Returns">The return type. <c>T</c> is the type parameter of the declaring type, and <c>V</c> that of the method.</param>
/// <param name="Takes">The type of its parameter; empty for none.</param>
internal sealed record Family(string Name, string Returns, string Takes)
{
    /// <summary>All families, in order. A forwarder that calls its own object calls a later family, so such calls never form a cycle.</summary>
    public static readonly IReadOnlyList<Family> All =
    [
        new("Quit", "Task", ""), new("Put", "Task", "int"), new("Ask", "Task<int>", ""), new("Get", "Task<int>", "int"), new("Take", "Task<int>", "T"), new("Map", "Task<int>", "V"),
        new("Give", "Task<T>", "T"), new("Echo", "Task<V>", "V"), new("Poll", "ValueTask<int>", ""), new("Keep", "ValueTask<T>", "T"), new("Note", "ValueTask", "int"),
    ];

    public bool HasTypeParameter => Takes == "T";

    public bool IsGeneric => Takes == "V";

    public int Order => All.ToList().IndexOf(this);
}
