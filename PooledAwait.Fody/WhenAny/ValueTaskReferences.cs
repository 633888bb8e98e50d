using Mono.Cecil;

namespace PooledAwait.Fody.WhenAny;

/// <summary>ValueTask&lt;T&gt; and the structs that an await of it goes through, as the woven module names them.</summary>
internal sealed class ValueTaskReferences
{
    private const string Tasks = "System.Threading.Tasks";
    private const string CompilerServices = "System.Runtime.CompilerServices";

    private ValueTaskReferences(ModuleDefinition module, IMetadataScope scope)
    {
        ValueTask = Open(new TypeReference(Tasks, "ValueTask`1", module, scope, valueType: true));
        Awaiter = Open(new TypeReference(CompilerServices, "ValueTaskAwaiter`1", module, scope, valueType: true));
        Configured = Open(new TypeReference(CompilerServices, "ConfiguredValueTaskAwaitable`1", module, scope, valueType: true));
        ConfiguredAwaiter = Open(new TypeReference("", "ConfiguredValueTaskAwaiter", module, scope, valueType: true) { DeclaringType = Configured });
    }

    public TypeReference ValueTask { get; }

    public TypeReference Awaiter { get; }

    public TypeReference Configured { get; }

    public TypeReference ConfiguredAwaiter { get; }

    /// <param name="module">The woven module; it gets a reference where it has none to the assembly that holds the types.</param>
    /// <param name="task">Task, as the module names it: on newer frameworks ValueTask is in the same assembly.</param>
    /// <param name="runtime">PooledAwait.Runtime, which refers to the types in any case.</param>
    public static ValueTaskReferences In(ModuleDefinition module, TypeReference task, AssemblyDefinition runtime)
    {
        var beside = module.AssemblyResolver.Resolve((AssemblyNameReference)task.Scope)?.MainModule;
        if (beside?.GetType(Tasks, "ValueTask`1") != null ||
            beside?.ExportedTypes.Any(type => type is { Namespace: Tasks, Name: "ValueTask`1" }) == true)
        {
            return new ValueTaskReferences(module, task.Scope);
        }

        var own = runtime.MainModule.GetTypeReferences().First(type => type is { Namespace: Tasks, Name: "ValueTask`1" }).Scope.Name;
        var reference = module.AssemblyReferences.FirstOrDefault(existing => existing.Name == own);
        if (reference == null)
        {
            reference = AssemblyNameReference.Parse(runtime.MainModule.AssemblyReferences.First(existing => existing.Name == own).FullName);
            module.AssemblyReferences.Add(reference);
        }

        return new ValueTaskReferences(module, reference);
    }

    /// <summary>One of these types over a result type.</summary>
    public static TypeReference Of(TypeReference open, TypeReference result) => new GenericInstanceType(open) { GenericArguments = { result } };

    private static TypeReference Open(TypeReference type)
    {
        type.GenericParameters.Add(new GenericParameter(type));
        return type;
    }
}
