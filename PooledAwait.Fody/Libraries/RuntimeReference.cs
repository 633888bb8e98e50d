using Fody;
using Mono.Cecil;

namespace PooledAwait.Fody.Libraries;

/// <summary>The woven module's reference to PooledAwait.Runtime, which the compiler left out where the source names nothing of it.</summary>
internal static class RuntimeReference
{
    public const string Name = "PooledAwait.Runtime";
    public const string Namespace = "PooledAwait.Runtime";

    /// <summary>Has methods that turn a task into a ValueTask, and that get the awaiter of one.</summary>
    public const string DirectTask = "DirectTask";

    /// <summary>The name of its methods that return for a twin what its method calls <c>AsTask</c> on.</summary>
    public const string OfCall = "OfCall";

    /// <summary>The name of its methods that give the box of a call back whose result nobody wants.</summary>
    public const string Forget = "Forget";

    /// <summary>What awaits the call of a twin in a method whose builder is pooled: its box is linked with that of the call. There is one of no result too, and the generic one has an arity besides.</summary>
    public const string DirectAwaiter = "DirectAwaiter";

    /// <summary>The method of a pooled builder that suspends its machine by a <see cref="DirectAwaiter"/>.</summary>
    public const string AwaitDirect = "AwaitDirect";

    /// <summary>Stands for a machine in the base library's <c>Start</c>: generic by the machine, and a class beside it that makes it.</summary>
    public const string StartedMachine = "StartedMachine";

    /// <summary>Has methods that give a caller which misuses a ValueTask a task of its own.</summary>
    public const string OwnTask = "OwnTask";

    /// <summary>Whether a type that the module names, and does not define, is the runtime library's.</summary>
    public static bool Has(TypeReference type) => type.Scope is AssemblyNameReference { Name: Name };

    /// <summary>Whether a type is a <see cref="DirectAwaiter"/>, of a result or of none.</summary>
    public static bool IsDirectAwaiter(TypeReference type) =>
        type.Name.StartsWith(DirectAwaiter, StringComparison.Ordinal) && type.GetElementType() is { Name: DirectAwaiter or DirectAwaiter + "`1" } element && Has(element);

    /// <summary>Whether a type is a <see cref="StartedMachine"/>, or the class that makes it.</summary>
    public static bool IsStartedMachine(TypeReference type) => type.GetElementType() is { Name: StartedMachine or StartedMachine + "`1" } element && Has(element);

    /// <summary>Whether a method takes a ValueTask and returns one that may be used in any way.</summary>
    public static bool IsOwnTask(MethodReference method) => method is { Name: "Of", DeclaringType: { Name: OwnTask } type } && Has(type);

    /// <summary>Whether a method takes a ValueTask, and returns it for a twin.</summary>
    public static bool IsOfCall(MethodReference method) => method is { Name: OfCall, DeclaringType: { Name: DirectTask } type } && Has(type);

    /// <summary>Whether a method takes a ValueTask that is thrown away, and returns one that may be.</summary>
    public static bool IsForget(MethodReference method) => method is { Name: Forget, DeclaringType: { Name: DirectTask } type } && Has(type);

    /// <summary>Finds the runtime library among what the project refers to, and sees that it has what woven code will call.</summary>
    /// <param name="resolve">Resolves an assembly by name among the project's references; null where it is not there.</param>
    /// <param name="types">The full names of the types that woven code may need.</param>
    /// <exception cref="WeavingException">It is missing, older than this weaver, or not complete.</exception>
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

    /// <exception cref="WeavingException">The module is the runtime library itself, which has nobody to call but itself.</exception>
    public static void RefuseAsTarget(ModuleDefinition module)
    {
        if (module.Assembly?.Name.Name == Name)
        {
            throw new WeavingException($"PooledAwait: {Name} cannot be woven, because woven code calls it.");
        }
    }

    /// <summary>
    /// The module's reference to the runtime library; added where there is none. One to an older version, which an earlier weave left, is to this version from now on: what is woven may call
    /// what the older one lacks, and a program that has only that one fails where it loads the library, and names both versions.
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
