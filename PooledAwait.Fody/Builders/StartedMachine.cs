using Mono.Cecil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Libraries;

namespace PooledAwait.Fody.Builders;

/// <summary>One module's references to what stands for a machine in the base library's <c>Start</c>.</summary>
internal sealed class StartedMachine
{
    private readonly TypeReference _open;
    private readonly GenericParameter _machine;

    public StartedMachine(ModuleDefinition module, IMetadataScope runtime)
    {
        _open = new TypeReference(RuntimeReference.Namespace, RuntimeReference.StartedMachine, module, runtime, valueType: true);
        _open.GenericParameters.Add(_machine = new GenericParameter("!0", _open));
    }

    /// <summary>The full name of the type in the runtime library.</summary>
    public static string RuntimeType => $"{RuntimeReference.Namespace}.{RuntimeReference.StartedMachine}";

    /// <summary>The method that takes a machine and returns what stands for it.</summary>
    public MethodReference Of(TypeReference machine) =>
        References.Static(_open.Over(machine), "Of", new ByReferenceType(_open.Over(_machine)), new ByReferenceType(_machine));

    /// <summary>The call that starts what stands for the machine.</summary>
    public MethodReference StartOf(GenericInstanceMethod start, TypeReference machine) => start.ElementMethod.Over(_open.Over(machine));
}
