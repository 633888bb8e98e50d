using Fody;

namespace PooledAwait.Fody.IL;

/// <summary>The woven module's reference to PooledAwait.Runtime. The compiler omits this reference if the source uses nothing of the library.</summary>
internal static class RuntimeReference
{
    public const string Name = "PooledAwait.Runtime";
    public const string Namespace = "PooledAwait.Runtime";

    /// <summary>The type whose methods turn a task into a ValueTask, or get the awaiter of a ValueTask.</summary>
    public const string DirectTask = "DirectTask";

    /// <summary>
    /// The name of the methods of DirectTask that a twin calls in place of <c>AsTask</c>. These methods return a ValueTask, which the twin returns.
    /// </summary>
    public const string OfCall = "OfCall";

    /// <summary>
    /// The name of the methods of DirectTask for a call whose result is not used. These methods let the box of the call (the pooled object that holds the state
    /// machine) go back to its pool.
    /// </summary>
    public const string Forget = "Forget";

    /// <summary>
    /// The awaiter that a method with a pooled builder uses to await the call of a twin. The awaiter links the boxes of the two methods. Calls with a result
    /// have a generic awaiter, whose name also has an arity.
    /// </summary>
    public const string DirectAwaiter = "DirectAwaiter";

    /// <summary>The method of a pooled builder that suspends its machine with a <see cref="DirectAwaiter"/>.</summary>
    public const string AwaitDirect = "AwaitDirect";

    /// <summary>
    /// The type that woven code passes to the base library's <c>Start</c> in place of a machine. The type is generic over the machine. A non-generic class of
    /// the same name creates values of the type.
    /// </summary>
    public const string StartedMachine = "StartedMachine";

    /// <summary>The type whose methods turn a call's ValueTask into a ValueTask that wraps a task. The caller may use the new ValueTask in any way.</summary>
    public const string OwnTask = "OwnTask";

    /// <summary>Returns whether a reference is to a type in the runtime library.</summary>
    public static bool Has(TypeReference type) => type.Scope is AssemblyNameReference { Name: Name };

    /// <summary>Returns whether a type is a <see cref="DirectAwaiter"/>, with or without a result.</summary>
    public static bool IsDirectAwaiter(TypeReference type) =>
        type.Name.StartsWith(DirectAwaiter, StringComparison.Ordinal) && type.GetElementType() is { Name: DirectAwaiter or DirectAwaiter + "`1" } element && Has(element);

    /// <summary>Returns whether a type is a <see cref="StartedMachine"/>, or the class that creates it.</summary>
    public static bool IsStartedMachine(TypeReference type) => type.GetElementType() is { Name: StartedMachine or StartedMachine + "`1" } element && Has(element);

    /// <summary>Returns whether a method is <c>OwnTask.Of</c>, which takes a ValueTask and returns a ValueTask that may be used in any way.</summary>
    public static bool IsOwnTask(MethodReference method) => method is { Name: "Of", DeclaringType: { Name: OwnTask } type } && Has(type);

    /// <summary>Returns whether a method is <c>OfCall</c>, which takes a ValueTask and returns a ValueTask for a twin.</summary>
    public static bool IsOfCall(MethodReference method) => method is { Name: OfCall, DeclaringType: { Name: DirectTask } type } && Has(type);

    /// <summary>
    /// Returns whether a method is <c>Forget</c>, which takes the ValueTask of a call whose result is not used, and returns a ValueTask that may be discarded.
    /// </summary>
    public static bool IsForget(MethodReference method) => method is { Name: Forget, DeclaringType: { Name: DirectTask } type } && Has(type);

    /// <summary>Finds the runtime library among the project's references, and checks that it has what woven code will call.</summary>
    /// <param name="resolve">Resolves an assembly by name among the project's references; returns null if the assembly is not among them.</param>
    /// <param name="types">The full names of the types that woven code may need.</param>
    /// <exception cref="WeavingException">The library is missing, older than this weaver, or not complete.</exception>
    public static AssemblyDefinition Find(Func<string, AssemblyDefinition?> resolve, IEnumerable<string> types)
    {
        var runtime = resolve(Name) ?? throw new WeavingException(
            $"PooledAwait: the project does not refer to {Name}, which woven code calls. The package PooledAwait.Fody brings it, " +
            $"unless its assets are excluded, as by GlobalPackageReference. In that case, add <PackageReference Include=\"{Name}\" />. With central " +
            "package management, also add its PackageVersion.");

        var weaver = typeof(RuntimeReference).Assembly.GetName().Version;
        if (runtime.Name.Version < weaver)
        {
            throw new WeavingException($"PooledAwait: {Name} {runtime.Name.Version} is older than PooledAwait.Fody {weaver}. Use the same version of both packages.");
        }

        if (types.FirstOrDefault(type => runtime.MainModule.GetType(type) == null) is { } missing)
        {
            throw new WeavingException(
                $"PooledAwait: {Name} {runtime.Name.Version} has no type {missing}. Another tool changed the file, for example by trimming. Weave before that.");
        }

        return runtime;
    }

    /// <exception cref="WeavingException">The module is the runtime library itself, which cannot be woven.</exception>
    public static void RefuseAsTarget(ModuleDefinition module)
    {
        if (module.Assembly?.Name.Name == Name)
        {
            throw new WeavingException($"PooledAwait: {Name} cannot be woven, because woven code calls it.");
        }
    }

    /// <summary>
    /// Gets the module's reference to the runtime library, and adds it if there is none. If an earlier weave left a reference to an older version, this method
    /// raises the reference to the present version, because woven code may call members that the older version lacks. If a program has only the older version,
    /// it fails when it loads the library. The error then names both versions.
    /// </summary>
    public static AssemblyNameReference AddTo(ModuleDefinition module, AssemblyDefinition runtime)
    {
        if (module.AssemblyReferences.FirstOrDefault(reference => reference.Name == Name) is { } existing)
        {
            if (existing.Version < runtime.Name.Version)
            {
                existing.Version = runtime.Name.Version;
            }

            return existing;
        }

        var added = AssemblyNameReference.Parse(runtime.Name.FullName);
        module.AssemblyReferences.Add(added);
        return added;
    }
}
