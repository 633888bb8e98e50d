using Mono.Cecil;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Machines;

/// <summary>A builder of the base library and the pooled one that takes its place.</summary>
/// <param name="FullName">The full name of the base library's builder.</param>
/// <param name="Pooled">The name of ours, in PooledAwait.Runtime.</param>
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

    /// <summary>Those that an earlier weave put in, of methods that may get a twin: in the build of a program's parts, before they were woven together.</summary>
    private static readonly IReadOnlyList<BuilderType> s_woven =
    [
        .. from builder in All
           where builder.Kind == PooledBuilders.Task
           select new BuilderType($"{RuntimeReference.Namespace}.{builder.Pooled}", builder.Pooled, builder.Kind),
    ];

    /// <summary>
    /// The entry for a type; null for any other type. One that the woven module defines itself is another type of that name, as
    /// polyfills for older frameworks bring it, and so is one of an assembly that is no part of the base library.
    /// </summary>
    public static BuilderType? Of(TypeReference type)
    {
        // Asked about every member that code names: most are ruled out by their first letters.
        var isWoven = type.Name.StartsWith("PooledAsync", StringComparison.Ordinal);
        if (!isWoven && !type.Name.StartsWith("Async", StringComparison.Ordinal) || type is TypeSpecification and not GenericInstanceType)
        {
            return null;
        }

        var element = type.GetElementType();
        return isWoven
            ? RuntimeReference.Has(element) ? Named(element.FullName, s_woven) : null
            : BaseLibrary.Has(element) ? Named(element.FullName, All) : null;

        // Apart from the rest, which would make an object for this name at each question.
        static BuilderType? Named(string fullName, IReadOnlyList<BuilderType> builders) => builders.FirstOrDefault(builder => builder.FullName == fullName);
    }

    /// <summary>
    /// Of the builder of a method that returns a task: the one for a method that has a twin, which returns a ValueTask, beside it.
    /// </summary>
    public string Direct => Pooled.Replace("AsyncTask", "AsyncDirectTask");

    /// <summary>Whether an earlier weave put it in.</summary>
    public bool IsWoven => s_woven.Contains(this);

    public bool Matches(TypeReference type) => Of(type) == this;
}
