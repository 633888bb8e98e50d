using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Program;

/// <summary>A builder of the base library and the pooled one that takes its place.</summary>
/// <param name="FullName">The full name of the base library's builder.</param>
/// <param name="Pooled">The name of the pooled builder, in PooledAwait.Runtime.</param>
/// <param name="Kind">The kind of async methods that it builds.</param>
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

    /// <summary>The pooled builders of methods that may get a twin. An earlier weave put them in, when it wove only a part of the program.</summary>
    private static readonly IReadOnlyList<BuilderType> s_woven =
    [
        .. from builder in All
           where builder.Kind == PooledBuilders.Task
           select new BuilderType($"{RuntimeReference.Namespace}.{builder.Pooled}", builder.Pooled, builder.Kind),
    ];

    /// <summary>
    /// The entry for a builder; null for any other type. A type of the same name does not count if the woven module itself defines it, as polyfills for older frameworks do, or if its assembly is
    /// not part of the base library.
    /// </summary>
    public static BuilderType? Of(TypeReference type)
    {
        // The weaver asks about every member that code names, so the first letters rule out most of them here.
        var isWoven = type.Name.StartsWith("PooledAsync", StringComparison.Ordinal);
        if (!isWoven && !type.Name.StartsWith("Async", StringComparison.Ordinal) || type is TypeSpecification and not GenericInstanceType)
        {
            return null;
        }

        var element = type.GetElementType();
        return isWoven
            ? RuntimeReference.Has(element) ? Named(element.FullName, s_woven) : null
            : BaseLibrary.Has(element) ? Named(element.FullName, All) : null;

        // A separate function, because the lambda captures the name. In the code above, each call would allocate its closure.
        static BuilderType? Named(string fullName, IReadOnlyList<BuilderType> builders) => builders.FirstOrDefault(builder => builder.FullName == fullName);
    }

    /// <summary>
    /// For the builder of a method that returns a task: the name of the builder that the method gets if it has a twin. The twin, which returns a ValueTask, gets the same one.
    /// </summary>
    public string Direct => Pooled.Replace("AsyncTask", "AsyncDirectTask");

    /// <summary>Whether this is a pooled builder that an earlier weave put in.</summary>
    public bool IsWoven => s_woven.Contains(this);

    public bool Matches(TypeReference type) => Of(type) == this;
}
