namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>One module's references to the runtime library's <c>StartedMachine</c>, which replaces a machine in the base library's <c>Start</c>.</summary>
internal sealed class StartedMachine
{
    private readonly TypeReference _class;
    private readonly TypeReference _open;

    public StartedMachine(ModuleDefinition module, IMetadataScope runtime)
    {
        _class = new TypeReference(RuntimeReference.Namespace, RuntimeReference.StartedMachine, module, runtime, valueType: false);
        _open = new TypeReference(RuntimeReference.Namespace, RuntimeReference.StartedMachine + "`1", module, runtime, valueType: true);
        _open.GenericParameters.Add(new GenericParameter("!0", _open));
    }

    /// <summary>The full names of the types in the runtime library.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.StartedMachine}", $"{RuntimeReference.Namespace}.{RuntimeReference.StartedMachine}`1"];

    /// <summary>
    /// The method that takes a machine and returns its <c>StartedMachine</c>. The machine is its type argument, because .NET 8's compiler to native code looks for one to learn which type parameters of the kick-off
    /// method the machine has.
    /// </summary>
    public MethodReference Of(TypeReference machine) =>
        MemberReferences.ForResult(_class, "Of", machine, parameter => (new ByReferenceType(_open.Over(parameter!)), [new ByReferenceType(parameter!)]));

    /// <summary>The <c>Start</c> that a kick-off method calls with a machine's <c>StartedMachine</c>.</summary>
    public MethodReference StartOf(GenericInstanceMethod start, TypeReference machine) => start.ElementMethod.Over(_open.Over(machine));
}
