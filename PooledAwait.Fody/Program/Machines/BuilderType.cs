using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Program;

/// <summary>A builder of the base library, and the pooled builder that takes its place; or a pooled builder that an earlier weave put into a method.</summary>
/// <param name="FullName">The full name of the builder in the code before the weave. If <see cref="IsWoven"/> is true, this is a pooled builder.</param>
/// <param name="Pooled">The name of the pooled builder, in PooledAwait.Runtime.</param>
/// <param name="Kind">The kind of async methods that the builder is for.</param>
internal sealed record BuilderType(string FullName, string Pooled, PooledBuilders Kind)
{
    private const string Namespace = "System.Runtime.CompilerServices.";

    public static readonly IReadOnlyList<BuilderType> All =
    [
        new(Namespace + "AsyncValueTaskMethodBuilder", "PooledAsyncValueTaskMethodBuilder", PooledBuilders.ValueTask),
        new(Namespace + "AsyncValueTaskMethodBuilder`1", "PooledAsyncValueTaskMethodBuilder`1", PooledBuilders.ValueTask),
        new(Namespace + "AsyncTaskMethodBuilder", "PooledAsyncTaskMethodBuilder", PooledBuilders.Task),
        new(Namespace + "AsyncTaskMethodBuilder`1", "PooledAsyncTaskMethodBuilder`1", PooledBuilders.Task),
        new(Namespace + "AsyncVoidMethodBuilder", "PooledAsyncVoidMethodBuilder", PooledBuilders.Void),
    ];

    /// <summary>
    /// The pooled builders that an earlier weave of a part of the program put into <c>Task</c> methods. A method with such a builder may get a twin in this
    /// weave.
    /// </summary>
    private static readonly IReadOnlyList<BuilderType> s_woven =
    [
        .. from builder in All
           where builder.Kind == PooledBuilders.Task
           select new BuilderType($"{RuntimeReference.Namespace}.{builder.Pooled}", builder.Pooled, builder.Kind),
    ];

    /// <summary>
    /// Returns the description of a builder; null for any other type. A type with a builder's name counts only if it is in the base library or in
    /// PooledAwait.Runtime. A type that the woven module itself defines, such as a polyfill for older frameworks, does not count.
    /// </summary>
    public static BuilderType? Of(TypeReference type)
    {
        // The weaver calls this method for every member to which code refers, so exclude most types by their first letters.
        var isWoven = type.Name.StartsWith("PooledAsync", StringComparison.Ordinal);
        if (!isWoven && !type.Name.StartsWith("Async", StringComparison.Ordinal) || type is TypeSpecification and not GenericInstanceType)
        {
            return null;
        }

        var element = type.GetElementType();
        return isWoven
            ? RuntimeReference.Has(element) ? Named(element.FullName, s_woven) : null
            : BaseLibrary.Has(element) ? Named(element.FullName, All) : null;

        // A separate function, because the lambda captures the name. If the lambda were in the code above, each call of that code would allocate a closure.
        static BuilderType? Named(string fullName, IReadOnlyList<BuilderType> builders) => builders.FirstOrDefault(builder => builder.FullName == fullName);
    }

    /// <summary>
    /// The name of the builder that a method gets if it returns a task and has a twin. The twin returns a ValueTask, but gets the same builder.
    /// </summary>
    public string Direct => Pooled.Replace("AsyncTask", "AsyncDirectTask");

    /// <summary>Whether this is a pooled builder that an earlier weave put into a method.</summary>
    public bool IsWoven => s_woven.Contains(this);

    public bool Matches(TypeReference type) => Of(type) == this;
}
