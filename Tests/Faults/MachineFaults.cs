using Mono.Cecil;
using Mono.Cecil.Cil;
using static Mono.Cecil.Cil.Instruction;

namespace Tests.Faults;

/// <summary>State machines that no C# compiler emits.</summary>
internal static class MachineFaults
{
    /// <summary>The report's reason for a state machine that the weaver does not recognise.</summary>
    public const string UnknownShape = "unknown-shape: Its state machine does not look like one that the C# compiler made.";

    public static IEnumerable<Fault> All =>
    [
        Of("A state machine has no `SetStateMachine`", $"{UnknownShape} Its state machine `C+<M>d__0` has 0 methods named SetStateMachine instead of one.", (_, machine) => machine.Methods.Remove(machine.MethodNamed("SetStateMachine"))),
        Of("`MoveNext` ends without a return", $"{UnknownShape} The code of `C.M()` is not valid at `IL_007b: leave.s`: Control goes on to where there is no instruction.", (_, machine) =>
        {
            var code = MoveNext(machine).Body.Instructions;
            code.RemoveAt(code.Count - 1);
        }),
        Of("`MoveNext` jumps into a protected block", $"{UnknownShape} The code of `C.M()` is not valid at `IL_000a: brfalse.s`: It takes 1 values from a stack of 0.", (_, machine) =>
            MoveNext(machine).Insert(0, Create(OpCodes.Br, MoveNext(machine).Body.ExceptionHandlers[0].TryStart.Next))),
        Of("A protected block of `MoveNext` ends before it begins", $"{UnknownShape} The code of `C.M()` is not valid at `IL_0066: stloc.3`: The bounds of an exception handler are not instructions of the method.", (_, machine) =>
        {
            var handler = MoveNext(machine).Body.ExceptionHandlers[0];
            (handler.TryStart, handler.TryEnd) = (handler.TryEnd, handler.TryStart);
        }),
        Of("`MoveNext` calls through a pointer", "", (_, machine) =>
        {
            var site = new CallSite(machine.Module.TypeSystem.Void);
            MoveNext(machine).Insert(0, Create(OpCodes.Ldc_I4_0), Create(OpCodes.Conv_U), Create(OpCodes.Calli, site));
        }, Outcome.Woven),
        Of("`MoveNext` has code behind its return that nothing reaches", "", (_, machine) =>
        {
            var code = MoveNext(machine).Body.Instructions;
            code.Add(Create(OpCodes.Pop));
            code.Add(Create(OpCodes.Br, code[^1]));
        }, Outcome.Woven),
        Of("The builder is used in code that nothing reaches", $"{UnknownShape} `C.M()` uses its builder in a way that the compiler does not emit, at `IL_0000: ldflda`.", (_, machine) =>
        {
            var code = MoveNext(machine).Body.Instructions;
            code.Add(Create(OpCodes.Ldarg_0));
            code.Add(Create(OpCodes.Ldflda, Builder(machine)));
            code.Add(Create(OpCodes.Pop));
            code.Add(Create(OpCodes.Ret));
        }),
        Of(
            "An async method is flagged as one that the runtime suspends",
            "runtime-async: The runtime itself suspends it, so it has no state machine and no builder.",
            (method, _) => method.ImplAttributes |= (MethodImplAttributes)0x2000),
        Of("`MoveNext` has no code", $"{UnknownShape} Its state machine `C+<M>d__0` has 0 methods named MoveNext instead of one.", (_, machine) =>
        {
            MoveNext(machine).Body = null;
            MoveNext(machine).IsRuntime = true;
        }),
        UsedAfter("Another weaver reads the machine after it has completed", "SetResult"),
        UsedAfter("Another weaver reads the machine after it has failed", "SetException"),
    ];

    private static Fault UsedAfter(string what, string completion) => Of(what, $"{UnknownShape} Its state machine is used after it has completed.", (_, machine) =>
    {
        var code = MoveNext(machine).Body.Instructions;
        var completes = code.Single(instruction => instruction.Operand is MethodReference called && called.Name == completion);
        MoveNext(machine).Insert(
            code.IndexOf(completes) + 1, Create(OpCodes.Ldarg_0), Create(OpCodes.Ldfld, machine.Fields[0]), Create(OpCodes.Pop));
    });

    private static Fault Of(string what, string told, Action<MethodDefinition, TypeDefinition> change, Outcome outcome = Outcome.LeftAlone) =>
        new("Code", what, outcome, told, new FaultyWeave
        {
            Break = module => change(module.GetType("C").MethodNamed("M"), module.GetType("C").NestedTypes[0]),
        }.Meet);

    private static MethodDefinition MoveNext(TypeDefinition machine) => machine.MethodNamed("MoveNext");

    private static FieldDefinition Builder(TypeDefinition machine) => machine.Fields.Single(field => field.Name == "<>t__builder");
}
