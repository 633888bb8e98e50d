namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The place at which a method resumes after the runtime itself has suspended it (runtime-async).</summary>
/// <param name="Type">The type that declares the method; empty if it is not known.</param>
/// <param name="Method">The method's name in metadata; empty if it is not known.</param>
/// <param name="Token">The method's metadata token in its module.</param>
/// <param name="Module">The method's module; null if the module has no file.</param>
/// <param name="Offset">The IL offset of the await, or of earlier code that always leads to the await; -1 if it is not known.</param>
internal sealed record ResumePoint(string Type, string Method, int Token, LoadedModule? Module, int Offset)
{
    /// <summary>A place whose method cannot be read.</summary>
    public static ResumePoint Unknown { get; } = new("", "", 0, null, -1);

    /// <summary>Removes the type arguments that ClrMD writes after a method's name, <c>[[System.Int32, System.Private.CoreLib]]</c>.</summary>
    public static string NameWithoutArguments(string method) => method.IndexOf("[[", StringComparison.Ordinal) is > 0 and var arguments ? method[..arguments] : method;
}
