namespace PooledAwait.Fody.Rewrites;

/// <summary>Makes the woven module's references to the ValueTask types, and to the structs with which ValueTasks are awaited.</summary>
internal sealed class ValueTaskReferences
{
    private const string Tasks = "System.Threading.Tasks";

    private readonly ModuleDefinition _module;
    private readonly IMetadataScope _scope;
    private readonly Lazy<OpenValueTask> _withoutResult;
    private readonly Lazy<OpenValueTask> _withResult;

    private ValueTaskReferences(ModuleDefinition module, IMetadataScope scope)
    {
        _module = module;
        _scope = scope;
        _withoutResult = new Lazy<OpenValueTask>(() => Open(isGeneric: false));
        _withResult = new Lazy<OpenValueTask>(() => Open(isGeneric: true));
    }

    /// <param name="module">The woven module. If it has no reference to the assembly of the ValueTask types, this method adds one.</param>
    /// <param name="task">The module's reference to Task. On newer frameworks, ValueTask is in the same assembly.</param>
    /// <param name="runtime">PooledAwait.Runtime. On every framework, this assembly refers to the assembly of the ValueTask types.</param>
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

    /// <summary>Returns the members for an await whose result has the given type. The type is null if the await has no result.</summary>
    public ValueTaskMembers Of(TypeReference? result) => new(_module, Of(isGeneric: result != null), result);

    /// <summary>Returns the members for an await with a linked awaiter, which makes the caller's box the continuation of the called method's box.</summary>
    /// <param name="result">The result's type; null if there is none.</param>
    /// <param name="directTask">A class in PooledAwait.Runtime. The linked awaiter is in the same assembly.</param>
    public ValueTaskMembers Linked(TypeReference? result, TypeReference directTask)
    {
        var awaiter = WithParameter(
            new TypeReference(RuntimeReference.Namespace, result == null ? RuntimeReference.DirectAwaiter : RuntimeReference.DirectAwaiter + "`1", _module, directTask.Scope, valueType: true), result != null);
        return new ValueTaskMembers(_module, Of(isGeneric: result != null) with { Awaiter = awaiter, ConfiguredAwaiter = awaiter }, result);
    }

    /// <summary>
    /// Returns the members for an await of a twin in a machine that keeps the compiler's builder. The awaiter is from the base library, because this builder
    /// would need a delegate for any other awaiter.
    /// </summary>
    public ValueTaskMembers Unlinked(TypeReference? result)
    {
        var open = Of(isGeneric: result != null);
        return new ValueTaskMembers(_module, open with { Awaiter = open.ConfiguredAwaiter }, result);
    }

    private OpenValueTask Of(bool isGeneric) => isGeneric ? _withResult.Value : _withoutResult.Value;

    private OpenValueTask Open(bool isGeneric)
    {
        const string CompilerServices = "System.Runtime.CompilerServices";
        var configured = Type(CompilerServices, "ConfiguredValueTaskAwaitable");
        var configuredAwaiter = new TypeReference("", "ConfiguredValueTaskAwaiter", _module, _scope, valueType: true) { DeclaringType = configured };
        return new OpenValueTask(
            Type(Tasks, "ValueTask"), Type(CompilerServices, "ValueTaskAwaiter"), configured, WithParameter(configuredAwaiter, isGeneric));

        TypeReference Type(string space, string name) =>
            WithParameter(new TypeReference(space, isGeneric ? name + "`1" : name, _module, _scope, valueType: true), isGeneric);
    }

    private static TypeReference WithParameter(TypeReference type, bool isGeneric)
    {
        if (isGeneric)
        {
            type.GenericParameters.Add(new GenericParameter(type));
        }

        return type;
    }
}
