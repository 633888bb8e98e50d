using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Program;

/// <summary>
/// Examines kick-off methods. The compiler replaces each async method by a kick-off method, which starts the state machine. If a kick-off method is exactly as
/// the C# compiler emits it, and returns a task, it can have a twin: a second method that starts the same machine, but returns a ValueTask.
/// </summary>
internal static class KickOff
{
    /// <summary>The name of the builders, in PooledAwait.Runtime, that methods with a twin use. The generic builder's name also has an arity.</summary>
    public const string Builder = "PooledAsyncDirectTaskMethodBuilder";

    private const string CompilerServices = "System.Runtime.CompilerServices.";

    /// <summary>Returns whether a method is a kick-off method, whatever code it has.</summary>
    public static bool Is(MethodDefinition method) => Has(method, "AsyncStateMachineAttribute");

    /// <summary>Returns whether a method is an iterator, whose code runs piece by piece while a caller enumerates the result.</summary>
    public static bool IsIterator(MethodDefinition method) => Has(method, "AsyncIteratorStateMachineAttribute") || Has(method, "IteratorStateMachineAttribute");

    /// <summary>
    /// Returns whether a method creates the builder for methods with a twin. If an earlier weave gave a method a twin, both the method and the twin create this
    /// builder.
    /// </summary>
    public static bool HasTwinsBuilder(MethodDefinition kickOff) => kickOff.Body.Instructions.Any(instruction =>
        instruction.Operand is MethodReference { Name: "Create" or "CreateDirect", DeclaringType: var builder } && RuntimeReference.Has(builder.GetElementType()) &&
        builder.Name.Split('`')[0] == Builder);

    /// <summary>Returns the call by which a method starts a machine, with any builder; null if there is none.</summary>
    public static GenericInstanceMethod? StartIn(MethodDefinition method) => method.Body.Instructions
        .Where(instruction => instruction.OpCode.Code == Code.Call)
        .Select(instruction => instruction.Operand)
        .OfType<GenericInstanceMethod>()
        .FirstOrDefault(called => called is { Name: "Start", HasThis: true, GenericArguments.Count: 1, Parameters.Count: 1 });

    /// <summary>Returns the machine that a call starts, even if the call passes a <c>StartedMachine</c> in place of the machine.</summary>
    public static TypeReference MachineOf(GenericInstanceMethod start) =>
        start.GenericArguments[0] is GenericInstanceType started && RuntimeReference.IsStartedMachine(started) ? started.GenericArguments[0] : start.GenericArguments[0];

    /// <summary>
    /// Returns the type of a machine's builder, as the kick-off method's code names the type. If the kick-off method creates a builder of PooledAwait.Runtime,
    /// that is the machine's builder, even if the base library's builder starts the machine.
    /// </summary>
    public static TypeReference BuilderOf(MethodDefinition kickOff, GenericInstanceMethod start) =>
        kickOff.Body.Instructions
            .Where(instruction => instruction.OpCode.Code == Code.Call)
            .Select(instruction => instruction.Operand)
            .OfType<MethodReference>()
            .FirstOrDefault(called => called is { Name: "Create" or "CreateDirect", HasThis: false, HasParameters: false } && RuntimeReference.Has(called.DeclaringType.GetElementType()))
            ?.DeclaringType ?? start.DeclaringType;

    /// <summary>Returns the members of builders that a kick-off method of the C# compiler calls, in the order of the code.</summary>
    public static IReadOnlyList<string> CallsOfBuilder(MethodDefinition kickOff) =>
        kickOff.ReturnType.MetadataType == MetadataType.Void ? ["Create", "Start"] : ["Create", "Start", "get_Task"];

    /// <summary>Returns the reason why a kick-off method cannot have a twin, whichever builder it uses; null if nothing prevents a twin.</summary>
    public static Refusal? WhyNot(MethodDefinition kickOff) =>
        StartIn(kickOff) is not { } start ? Condition.NoMachineStarted.With(kickOff)
        : MachineOf(start).Resolve() is not { IsValueType: true } ? Reason.ClassMachine
        : WhyNotPlain(kickOff);

    /// <summary>
    /// Finds what a kick-off method does in addition to filling the machine, starting the machine and returning the task; null if the method does nothing else.
    /// Another weaver or a patch may have put code around these steps. Then there can be no twin. If the twin lacked the added code, calls of the twin would
    /// bypass that code. If the twin had a copy of the code, the copy would get a ValueTask in place of a task.
    /// </summary>
    private static Refusal? WhyNotPlain(MethodDefinition kickOff)
    {
        var calls = new List<string>();
        var isOfBuilders = true;
        foreach (var instruction in kickOff.Body.Instructions)
        {
            switch (instruction.OpCode.Code)
            {
                case Code.Nop or Code.Ldloca or Code.Ldloca_S or Code.Initobj or Code.Ldobj or Code.Ldflda or Code.Stfld or Code.Ldc_I4_M1:
                case Code.Ldarg or Code.Ldarg_S or Code.Ldarg_0 or Code.Ldarg_1 or Code.Ldarg_2 or Code.Ldarg_3:
                    break;
                case Code.Call:
                    var called = (MethodReference)instruction.Operand;
                    if (RuntimeReference.IsStartedMachine(called.DeclaringType))
                    {
                        break;
                    }

                    isOfBuilders &= IsOfBuilder(called.DeclaringType.GetElementType());
                    calls.Add(called.Name);
                    break;
                case Code.Ret when instruction.Next == null && instruction.Previous is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "get_Task" } }:
                    break;
                default:
                    return Condition.OtherCode.With(kickOff, ProgramName.Of(instruction, kickOff)).At(kickOff, instruction);
            }
        }

        return kickOff.Body.HasExceptionHandlers ? Condition.TryInKickOff.With(kickOff)
            : !isOfBuilders || !calls.SequenceEqual(CallsOfBuilder(kickOff)) ? Condition.OtherCalls.With(kickOff, string.Join(", ", calls.Select(name => name.Replace("get_", ""))))
            : null;
    }

    private static bool IsOfBuilder(TypeReference type) => RuntimeReference.Has(type) || type.FullName.StartsWith(CompilerServices, StringComparison.Ordinal);

    private static bool Has(MethodDefinition method, string attribute) =>
        method.HasCustomAttributes && method.CustomAttributes.Any(other => other.AttributeType.FullName == CompilerServices + attribute);
}
