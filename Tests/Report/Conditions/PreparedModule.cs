using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;

namespace Tests.Report.Conditions;

/// <summary>Code that no C# compiler emits, or that a C# compiler emits only for a source that is hard to read.</summary>
/// <param name="Condition">The condition that fails.</param>
/// <param name="Name">The change of the module, in a few words.</param>
/// <param name="Source">The source to compile.</param>
/// <param name="Prepare">Changes the module before it is woven.</param>
internal sealed partial record PreparedModule(string Condition, string Name, string Source, Action<ModuleDefinition>? Prepare = null)
{
    public Shape Shape { get; init; } = Shape.Release;

    /// <summary>The references for the weave; by default those of a build.</summary>
    public IReadOnlyList<string>? References { get; init; }

    public static IEnumerable<PreparedModule> All => [.. Machines, .. KickOffs, .. Keeping, .. Calls, .. ValueTasks, .. Receivers, .. Delegates];

    private static TypeDefinition C(ModuleDefinition module) => module.GetType("C");

    private static TypeDefinition Machine(ModuleDefinition module, string name = "M") =>
        module.GetTypes().Single(type => type.Name.StartsWith($"<{name}>d__", StringComparison.Ordinal));

    private static MethodDefinition MoveNext(ModuleDefinition module, string name = "M") => Machine(module, name).Methods.Single(method => method.Name == "MoveNext");

    private static MethodDefinition Method(ModuleDefinition module, string name = "M", string type = "C") => module.GetType(type).Methods.Single(method => method.Name == name);

    private static Instruction Call(MethodDefinition method, string name) =>
        method.Body.Instructions.First(instruction => instruction.OpCode.Code is Code.Call or Code.Callvirt && ((MethodReference)instruction.Operand).Name == name);

    private static void Before(MethodDefinition method, Instruction at, params Instruction[] added)
    {
        foreach (var instruction in added)
        {
            method.Body.GetILProcessor().InsertBefore(at, instruction);
        }
    }

    private static void AtStart(MethodDefinition method, params Instruction[] added) => Before(method, method.Body.Instructions[0], added);
}
