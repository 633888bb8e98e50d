namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>One of the methods that types of hierarchies declare; few, so that they often meet.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Returns">What it returns. <c>T</c> is the type parameter of the type that declares it, <c>V</c> its own.</param>
/// <param name="Takes">The type of its parameter; empty for none.</param>
internal sealed record Family(string Name, string Returns, string Takes)
{
    /// <summary>In an order: a forwarder forwards to one that stands behind its own, so that none comes back to itself.</summary>
    public static readonly IReadOnlyList<Family> All =
    [
        new("Quit", "Task", ""), new("Put", "Task", "int"), new("Ask", "Task<int>", ""), new("Get", "Task<int>", "int"), new("Take", "Task<int>", "T"), new("Map", "Task<int>", "V"),
        new("Give", "Task<T>", "T"), new("Echo", "Task<V>", "V"), new("Poll", "ValueTask<int>", ""), new("Keep", "ValueTask<T>", "T"), new("Note", "ValueTask", "int"),
    ];

    public bool HasTypeParameter => Takes == "T";

    public bool IsGeneric => Takes == "V";

    public int Order => All.ToList().IndexOf(this);
}
