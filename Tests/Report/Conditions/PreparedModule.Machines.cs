using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Report.Conditions;

/// <content>State machines, and the methods that start them.</content>
internal sealed partial record PreparedModule
{
    private const string OneMethod = "using System.Threading.Tasks; public class C { public async ValueTask M() => await Task.Yield(); public async ValueTask N() => await Task.Yield(); }";
    private const string OneCall = "using System.Threading.Tasks; public class C { async Task M() => await Task.Yield(); async Task N() => await M(); }";

    private static IEnumerable<PreparedModule> Machines =>
    [
        new("machine-elsewhere", "a machine of another assembly", OneMethod, module =>
        {
            var start = (GenericInstanceMethod)Call(Method(module), "Start").Operand;
            start.GenericArguments[0] = module.ImportReference(typeof(TimeSpan));
        }),
        new("not-generated", "a machine without its attribute", OneMethod, module => Machine(module).CustomAttributes.Clear()),
        new("builder-fields", "a second builder", OneMethod, module =>
            Machine(module).Fields.Add(new FieldDefinition("another", FieldAttributes.Public, Builder(module).FieldType))),
        new("machine-methods", "a second MoveNext", OneMethod, module =>
        {
            var second = new MethodDefinition("MoveNext", MethodAttributes.Public | MethodAttributes.Static, module.TypeSystem.Void);
            second.Body.Instructions.Add(Instruction.Create(OpCodes.Ret));
            Machine(module).Methods.Add(second);
        }),
        new("builder-calls", "a completion in SetStateMachine", OneMethod, module =>
        {
            var moveNext = MoveNext(module);
            AtStart(
                Machine(module).Methods.Single(method => method.Name == "SetStateMachine"),
                Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldflda, Builder(module)), Instruction.Create(OpCodes.Call, (MethodReference)Call(moveNext, "SetResult").Operand));
        }),
        new("builder-in-variable", "a variable of the builder's type", OneMethod, module =>
            MoveNext(module).Body.Variables.Add(new VariableDefinition(Builder(module).FieldType))),
        new("builder-handed-on", "a load of the builder", OneMethod, module => AtStart(
            MoveNext(module), Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, Builder(module)), Instruction.Create(OpCodes.Pop))),
        new("used-when-completed", "a field that is read behind SetResult", OneMethod, module =>
        {
            var moveNext = MoveNext(module);
            Before(
                moveNext, Call(moveNext, "SetResult").Next,
                Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, Machine(module).Fields[0]), Instruction.Create(OpCodes.Pop));
        }),
        new("invalid-body", "a pop of an empty stack", OneMethod, module => AtStart(MoveNext(module), Instruction.Create(OpCodes.Pop))),
        new("started-twice", "a method that starts another's machine", OneMethod, module =>
        {
            var start = (MethodReference)Call(Method(module), "Start").Operand;
            AtStart(Method(module, "N"), Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Call, start));
        }),
        new("builder-named-elsewhere", "a method that loads another's builder", OneMethod, module => AtStart(
            MoveNext(module, "N"), Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Ldflda, Builder(module)), Instruction.Create(OpCodes.Pop))),
    ];

    private static IEnumerable<PreparedModule> KickOffs =>
    [
        new("other-code", "a constant in a kick-off method", OneCall, module =>
            AtStart(Method(module), Instruction.Create(OpCodes.Ldc_I4_0), Instruction.Create(OpCodes.Pop))),
        new("other-calls", "a call in a kick-off method", OneCall, module =>
            AtStart(Method(module), Instruction.Create(OpCodes.Call, module.ImportReference(typeof(GC).GetMethod(nameof(GC.Collect), []))))),
        new("try-in-kick-off", "a try block in a kick-off method", OneCall, module =>
        {
            // A try block of one nop, with a handler of one nop.
            var body = Method(module).Body;
            Instruction[] added = [.. Enumerable.Range(0, 3).Select(_ => Instruction.Create(OpCodes.Nop))];
            AtStart(Method(module), added);
            body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Fault)
            {
                TryStart = added[0], TryEnd = added[1], HandlerStart = added[1], HandlerEnd = added[2],
            });
        }),
    ];

    private static FieldDefinition Builder(ModuleDefinition module) => Machine(module).Fields.Single(field => field.Name == "<>t__builder");
}
