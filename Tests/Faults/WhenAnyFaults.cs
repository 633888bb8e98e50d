using Mono.Cecil;
using Mono.Cecil.Cil;
using static Mono.Cecil.Cil.Instruction;

namespace Tests.Faults;

/// <summary>Calls of WhenAny that no C# compiler emits.</summary>
internal static class WhenAnyFaults
{
    /// <summary>The source of a method with a call of WhenAny and nothing else.</summary>
    public const string Source =
        "using System.Threading.Tasks; public class C { public Task<Task> M(Task a, Task b, Task c) => Task.WhenAny(new[] { a, b, c }); }";

    private const string NotFollowed = "not-followed: The weaver cannot follow the control flow that leads to it.";

    public static IEnumerable<Fault> All =>
    [
        Of("A call of WhenAny stands where the stack does not add up", $"{NotFollowed} The code of `C.M(Task, Task, Task)` is not valid at `IL_0000: pop`: It takes 1 values from a stack of 0.", method => method.Insert(0, Create(OpCodes.Pop))),
        Of("A call of WhenAny is never reached", $"{NotFollowed} No path leads to it.", method => method.Insert(0, Create(OpCodes.Ldnull), Create(OpCodes.Ret))),
        Of(
            "An array of tasks is longer than what is put into it says",
            "other-number-of-tasks: PooledAwait has no special implementation for this number of tasks.",
            method => method.Body.Instructions.First(instruction => instruction.OpCode == OpCodes.Ldc_I4_3).OpCode = OpCodes.Ldc_I4_5),
        Of("A method calls WhenAny through a pointer", "delegate-of-when-any: It is not a call: the code makes a delegate of the method.", method =>
        {
            var call = CallIn(method);
            var called = (MethodReference)call.Operand;
            var site = new CallSite(called.ReturnType);
            site.Parameters.Add(new ParameterDefinition(called.Parameters[0].ParameterType));
            call.OpCode = OpCodes.Ldftn;
            method.Body.GetILProcessor().InsertAfter(call, Create(OpCodes.Calli, site));
        }),
        Of("A method jumps to WhenAny", FaultyWeave.Nothing, method =>
        {
            var called = (MethodReference)CallIn(method).Operand;
            method.Body.Instructions.Clear();
            method.Body.Instructions.Add(Create(OpCodes.Jmp, called));
        }, Outcome.Woven),
        Of("A method has variable arguments", "", method => method.CallingConvention = MethodCallingConvention.VarArg, Outcome.Woven),
    ];

    private static Fault Of(string what, string told, Action<MethodDefinition> change, Outcome outcome = Outcome.LeftAlone) =>
        new("Code", what, outcome, told, new FaultyWeave
        {
            Source = Source,
            Break = module => change(module.GetType("C").MethodNamed("M")),
        }.Meet);

    private static Instruction CallIn(MethodDefinition method) => method.Body.Instructions.Single(instruction => instruction.OpCode == OpCodes.Call);
}
