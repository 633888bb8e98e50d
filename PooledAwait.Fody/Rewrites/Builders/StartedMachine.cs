namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Makes one module's references to <c>StartedMachine</c> in PooledAwait.Runtime. Woven code passes a <c>StartedMachine</c> to the base library's <c>Start</c>
/// in place of a machine.
/// </summary>
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

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{RuntimeReference.StartedMachine}", $"{RuntimeReference.Namespace}.{RuntimeReference.StartedMachine}`1"];

    /// <summary>
    /// Makes the reference to the method that takes a machine and returns its <c>StartedMachine</c>. The machine's type is the method's type argument. From
    /// this argument, the native compiler of .NET 8 finds out which of the kick-off method's type parameters the machine uses.
    /// </summary>
    public MethodReference Of(TypeReference machine) =>
        MemberReferences.ForResult(_class, "Of", machine, parameter => (new ByReferenceType(_open.Over(parameter!)), [new ByReferenceType(parameter!)]));

    /// <summary>Makes the reference to the base library's <c>Start</c> that takes a machine's <c>StartedMachine</c>.</summary>
    public MethodReference StartOf(GenericInstanceMethod start, TypeReference machine) => start.ElementMethod.Over(_open.Over(machine));
}
