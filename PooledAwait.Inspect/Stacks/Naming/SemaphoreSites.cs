using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Naming;

/// <summary>Finds the places where an async method enters and leaves semaphores, and the fields through which the method gets the semaphores.</summary>
internal static class SemaphoreSites
{
    private const string Semaphore = "System.Threading.SemaphoreSlim";

    /// <param name="method">A state machine's MoveNext, or a method that the runtime itself suspends.</param>
    public static IReadOnlyList<SemaphoreSite> Of(MethodDefinition method)
    {
        var calls = method.Body.Instructions.Where(instruction => IsCall(instruction, out var called) && called.DeclaringType.FullName == Semaphore && called.Name is "WaitAsync" or "Release").ToList();
        if (calls.Count == 0 || StackAnalysis.Of(method) is not { IsSound: true } stack)
        {
            return [];
        }

        return [.. calls.Select(call => SiteOf(call, stack, method)).OfType<SemaphoreSite>()];
    }

    private static SemaphoreSite? SiteOf(Instruction call, StackAnalysis stack, MethodDefinition method)
    {
        var fields = new List<FieldReference>();
        var hasMachine = !RuntimeAsync.Is(method);
        var origin = hasMachine ? SemaphoreOrigin.Machine : SemaphoreOrigin.This;
        string? variable = null;
        for (var from = stack.SingleProducerOf(call, 0); ; from = stack.SingleProducerOf(from, 0))
        {
            var load = from;
            from = from == null ? null : BehindVariable(from, stack, method.Body.Instructions);
            if (from?.OpCode.Code == Code.Ldarg_0 && method.HasThis)
            {
                break;
            }

            if (!hasMachine && fields.Count == 0 && load != null && (from == null || FieldOf(from) == null))
            {
                variable = NameOfVariable(load, method);
                origin = SemaphoreOrigin.Variable;
                break;
            }

            if ((from == null ? null : FieldOf(from)) is not { } field)
            {
                return null;
            }

            fields.Insert(0, field);
            if (from!.OpCode.Code == Code.Ldsfld)
            {
                origin = SemaphoreOrigin.Static;
                break;
            }
        }

        // A static field of a generic type does not identify one semaphore, because there is one field for each combination of type arguments.
        var isStatic = origin == SemaphoreOrigin.Static;
        if ((fields.Count == 0 && variable == null) || (isStatic && (fields[0].DeclaringType is GenericInstanceType || fields[0].DeclaringType.HasGenericParameters)))
        {
            return null;
        }

        var called = (MethodReference)call.Operand;
        return new(
            call.Offset, called.Name == "Release", called.ReturnType is GenericInstanceType, origin,
            variable != null ? [variable] : [.. fields.Select((field, number) => isStatic && number == 0 ? field.FullName : field.Name)],
            variable ?? NameOf(fields, hasOwner: origin != SemaphoreOrigin.Machine || fields.Count > 1));
    }

    /// <summary>
    /// For a load of a variable, returns the instruction that produced the variable's value; null if the variable has several stores. Returns any other
    /// instruction unchanged. (The compiler keeps <c>this</c> in a variable.)
    /// </summary>
    private static Instruction? BehindVariable(Instruction load, StackAnalysis stack, IList<Instruction> code)
    {
        if (VariableOf(load, isStore: false) is not { } variable)
        {
            return load;
        }

        var stores = code.Where(instruction => VariableOf(instruction, isStore: true) == variable).Take(2).ToList();
        return stores is [var store] ? stack.SingleProducerOf(store, 0) : null;
    }

    private static int? VariableOf(Instruction instruction, bool isStore) => instruction.OpCode.Code switch
    {
        Code.Stloc or Code.Stloc_S when isStore => ((VariableDefinition)instruction.Operand).Index,
        >= Code.Stloc_0 and <= Code.Stloc_3 when isStore => instruction.OpCode.Code - Code.Stloc_0,
        Code.Ldloc or Code.Ldloc_S when !isStore => ((VariableDefinition)instruction.Operand).Index,
        >= Code.Ldloc_0 and <= Code.Ldloc_3 when !isStore => instruction.OpCode.Code - Code.Ldloc_0,
        _ => null,
    };

    /// <summary>Returns the field that is read, or the backing field of the property that is read.</summary>
    private static FieldReference? FieldOf(Instruction read) =>
        read.OpCode.Code is Code.Ldfld or Code.Ldsfld ? (FieldReference)read.Operand
        : IsCall(read, out var getter) && getter.HasThis && getter.Parameters.Count == 0 && getter.Name.StartsWith("get_", StringComparison.Ordinal)
            ? new FieldReference($"<{getter.Name[4..]}>k__BackingField", getter.ReturnType, getter.DeclaringType)
        : null;

    private static bool IsCall(Instruction instruction, out MethodReference called)
    {
        called = (instruction.OpCode.Code is Code.Call or Code.Callvirt ? instruction.Operand as MethodReference : null)!;
        return called != null;
    }

    /// <summary>Returns the name of the parameter or local that an instruction loads; null if it loads neither, or the variable has no name.</summary>
    private static string? NameOfVariable(Instruction load, MethodDefinition method) =>
        VariableOf(load, isStore: false) is { } local && method.DebugInformation.TryGetName(method.Body.Variables[local], out var name) ? name
        : load.OpCode.Code is >= Code.Ldarg_0 and <= Code.Ldarg_3 ? ParameterAt(load.OpCode.Code - Code.Ldarg_0 - (method.HasThis ? 1 : 0), method)
        : (load.Operand as ParameterDefinition)?.Name;

    private static string? ParameterAt(int index, MethodDefinition method) => index >= 0 && index < method.Parameters.Count ? method.Parameters[index].Name : null;

    /// <param name="fields">The fields through which the code gets the semaphore.</param>
    /// <param name="hasOwner">Whether the last field belongs to a type of the program, and not to a state machine.</param>
    private static string NameOf(IReadOnlyList<FieldReference> fields, bool hasOwner)
    {
        var last = fields[^1];
        return hasOwner ? $"{last.DeclaringType.Name.Split('`')[0]}.{Source(last.Name)}" : Source(last.Name);
    }

    /// <summary>
    /// Returns the source name of a field that the compiler made: the name of a property, of a primary constructor's parameter, or of a local in the machine.
    /// </summary>
    private static string Source(string field) => field.StartsWith('<') && field.IndexOf('>', StringComparison.Ordinal) is > 1 and var end ? field[1..end] : MachineNames.VisualBasic.SourceOf(field) ?? field;
}
