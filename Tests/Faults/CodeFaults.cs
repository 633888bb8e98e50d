using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace Tests.Faults;

internal static class CodeFaults
{
    private const string UnknownShape = "unknown-shape: Its state machine is not of the shape that the C# compiler emits.";

    private const string Racing = "using System.Threading.Tasks; public class C { public Task<Task> M(Task a, Task b, Task c) => Task.WhenAny(new[] { a, b, c }); }";

    public static IEnumerable<Fault> All =>
    [
        Machine("A state machine is no type of the compiler's", UnknownShape, (_, machine) => machine.CustomAttributes.Clear()),
        Machine("A state machine has no `SetStateMachine`", UnknownShape, (_, machine) => machine.Methods.Remove(Named(machine, "SetStateMachine"))),
        Machine("A state machine has two `MoveNext`", UnknownShape, (_, machine) => machine.Methods.Add(Copy(Named(machine, "MoveNext")))),
        Machine("A state machine has two builders", UnknownShape, (_, machine) => machine.Fields.Add(new FieldDefinition("other", FieldAttributes.Public, Builder(machine).FieldType))),
        Machine("A state machine is started twice", "builder-used-by-hand: Code other than the compiler's uses its builder. Its state machine is started in more than one place.", (method, _) =>
        {
            var start = method.Body.Instructions.Single(instruction => instruction.Operand is MethodReference { Name: "Start" });
            Insert(method, 0, Instruction.Create(OpCodes.Ldloca, method.Body.Variables[0]), Instruction.Create(OpCodes.Ldflda, (FieldReference)start.Previous.Previous.Operand),
                Instruction.Create(OpCodes.Ldloca, method.Body.Variables[0]), Instruction.Create(OpCodes.Call, (MethodReference)start.Operand));
        }),
        Machine("Another method reads the builder", "builder-used-by-hand: Code other than the compiler's uses its builder. By System.Void C::Other().", (method, machine) =>
        {
            var other = Add(method.DeclaringType, "Other", Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Ldflda, Builder(machine)), Instruction.Create(OpCodes.Pop), Instruction.Create(OpCodes.Ret));
            other.IsPublic = true;
        }),
        Machine("The builder's address goes to another method", UnknownShape, (_, machine) =>
        {
            var other = Add(machine, "Other", Instruction.Create(OpCodes.Ret));
            other.Parameters.Add(new ParameterDefinition(new ByReferenceType(Builder(machine).FieldType)));
            Insert(Named(machine, "MoveNext"), 0, Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldflda, Builder(machine)), Instruction.Create(OpCodes.Call, other));
        }),
        Machine("The builder is copied into a variable", UnknownShape, (_, machine) =>
        {
            var body = Named(machine, "MoveNext");
            body.Body.Variables.Add(new VariableDefinition(Builder(machine).FieldType));
            Insert(body, 0, Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, Builder(machine)), Instruction.Create(OpCodes.Stloc, body.Body.Variables[^1]));
        }),
        Machine("`MoveNext` takes from an empty stack", UnknownShape, (_, machine) => Insert(Named(machine, "MoveNext"), 0, Instruction.Create(OpCodes.Pop))),
        Machine("`MoveNext` ends without a return", UnknownShape, (_, machine) => Named(machine, "MoveNext").Body.Instructions.RemoveAt(Named(machine, "MoveNext").Body.Instructions.Count - 1)),
        Machine("`MoveNext` jumps into a protected block", UnknownShape, (_, machine) =>
        {
            var body = Named(machine, "MoveNext");
            Insert(body, 0, Instruction.Create(OpCodes.Br, body.Body.ExceptionHandlers[0].TryStart.Next));
        }),
        Machine("A protected block of `MoveNext` ends before it begins", UnknownShape, (_, machine) =>
        {
            var handler = Named(machine, "MoveNext").Body.ExceptionHandlers[0];
            (handler.TryStart, handler.TryEnd) = (handler.TryEnd, handler.TryStart);
        }),
        Machine("`MoveNext` calls through a pointer", "", (_, machine) => Insert(Named(machine, "MoveNext"), 0,
            Instruction.Create(OpCodes.Ldc_I4_0), Instruction.Create(OpCodes.Conv_U), Instruction.Create(OpCodes.Calli, new CallSite(machine.Module.TypeSystem.Void))), Outcome.Woven),
        Machine("`MoveNext` has code behind its return that nothing reaches", "", (_, machine) =>
        {
            var code = Named(machine, "MoveNext").Body.Instructions;
            code.Add(Instruction.Create(OpCodes.Pop));
            code.Add(Instruction.Create(OpCodes.Br, code[^1]));
        }, Outcome.Woven),
        Machine("The builder is used in code that nothing reaches", UnknownShape, (_, machine) =>
        {
            var code = Named(machine, "MoveNext").Body.Instructions;
            code.Add(Instruction.Create(OpCodes.Ldarg_0));
            code.Add(Instruction.Create(OpCodes.Ldflda, Builder(machine)));
            code.Add(Instruction.Create(OpCodes.Pop));
            code.Add(Instruction.Create(OpCodes.Ret));
        }),
        Machine("An async method is flagged as one that the runtime suspends", "runtime-async: The runtime itself suspends it: there is no state machine and no builder.", (method, _) => method.ImplAttributes |= (MethodImplAttributes)0x2000),
        Machine("`MoveNext` has no code", UnknownShape, (_, machine) =>
        {
            Named(machine, "MoveNext").Body = null;
            Named(machine, "MoveNext").IsRuntime = true;
        }),
        Machine("Another weaver reads the machine after it has completed", UnknownShape + " It uses its state machine after it has completed.", (_, machine) =>
        {
            var body = Named(machine, "MoveNext");
            var completes = body.Body.Instructions.Single(instruction => instruction.Operand is MethodReference { Name: "SetResult" });
            Insert(body, body.Body.Instructions.IndexOf(completes) + 1, Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, machine.Fields[0]), Instruction.Create(OpCodes.Pop));
        }),
        Call("A call of WhenAny stands where the stack does not add up", "not-followed: The control flow that leads to it is not understood.", method => Insert(method, 0, Instruction.Create(OpCodes.Pop))),
        Call("A call of WhenAny is never reached", "not-followed: The control flow that leads to it is not understood.", method => Insert(method, 0, Instruction.Create(OpCodes.Ldnull), Instruction.Create(OpCodes.Ret))),
        Call("An array of tasks is longer than what is put into it says", "other-number-of-tasks: It is over a number of tasks that there is no specialised promise for.", method => method.Body.Instructions.First(instruction => instruction.OpCode == OpCodes.Ldc_I4_3).OpCode = OpCodes.Ldc_I4_5),
        Call("A method calls WhenAny through a pointer", "delegate-of-when-any: It is no call: a delegate is made of the method.", method =>
        {
            var call = method.Body.Instructions.Single(instruction => instruction.OpCode == OpCodes.Call);
            var called = (MethodReference)call.Operand;
            var site = new CallSite(called.ReturnType);
            site.Parameters.Add(new ParameterDefinition(called.Parameters[0].ParameterType));
            call.OpCode = OpCodes.Ldftn;
            method.Body.GetILProcessor().InsertAfter(call, Instruction.Create(OpCodes.Calli, site));
        }),
        Call("A method jumps to WhenAny", "Nothing of it is for the weaver.", method =>
        {
            var called = method.Body.Instructions.Single(instruction => instruction.OpCode == OpCodes.Call).Operand;
            method.Body.Instructions.Clear();
            method.Body.Instructions.Add(Instruction.Create(OpCodes.Jmp, (MethodReference)called));
        }, Outcome.Woven),
        Call("A method has variable arguments", "", method => method.CallingConvention = MethodCallingConvention.VarArg, Outcome.Woven),
        new("Code", "A method's bytes are no instructions", Outcome.Woven, "Nothing of it is for the weaver.", new FaultyWeave
        {
            Source = "public class C { public static long M() => 0x1122334455667788; }",
            Damage = image => Patch(image, [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11], -1, 0xA6),
        }.Meet),
        new("Code", "A method that a ValueTask is passed to has bytes that are no instructions", Outcome.LeftAlone, "passed-on: A caller passes its ValueTask on to code that may use it in any way. In C.Caller(), source.cs:1.", new FaultyWeave
        {
            Source = "using System.Threading.Tasks; public class C { static async ValueTask M() => await Task.Yield(); static long Once(ValueTask v) => 0x1122334455667788; public static void Caller() { Once(M()); } }",
            Damage = image => Patch(image, [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11], -1, 0xA6),
        }.Meet),
        new("Code", "An async method's bytes are no instructions", Outcome.Error, "PooledAwait: the bytes of System.Void C/<M>d__0::MoveNext() are no instructions, and cannot be written again. Weave before the tool that made them so.", new FaultyWeave
        {
            Source = "using System.Threading.Tasks; public class C { public static async ValueTask<long> M() { await Task.Yield(); return 0x1122334455667788; } }",
            Damage = image => Patch(image, [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11], -1, 0xA6),
        }.Meet),
        new("Code", "An async method names a variable that it does not have", Outcome.Error, "PooledAwait: the bytes of System.Void C/<M>d__0::MoveNext() are no instructions, and cannot be written again. Weave before the tool that made them so.", new FaultyWeave
        {
            Source = "using System.Threading.Tasks; public class C { public static async ValueTask<long> M() { await Task.Yield(); return 0x1122334455667788; } }",
            Damage = image => Patch(Patch(image, [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11], 0, 0x00), [0x00, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11], -1, 0x11),
        }.Meet),
        new("Code", "A method has 100,000 instructions", Outcome.Woven, "", new FaultyWeave
        {
            Source = Racing,
            Break = module => Insert(module.GetType("C").Methods[0], 0, [.. Enumerable.Repeat(0, 100_000).Select(_ => Instruction.Create(OpCodes.Nop))]),
        }.Meet),
        new("Code", "An async method has 1,000 awaits", Outcome.Woven, "", new FaultyWeave
        {
            Source = $"using System.Threading.Tasks; public class C {{ public static async ValueTask M() {{ {string.Concat(Enumerable.Repeat("await Task.Yield();", 1_000))} }} }}",
        }.Meet),
        new("Code", "A method has 1,000 protected blocks, one in the other", Outcome.Woven, "", new FaultyWeave
        {
            Source = Racing,
            Break = module => Nest(module.GetType("C").Methods[0], 1_000),
        }.Meet),
        new("Code", "A type has 500 type arguments, one in the other", Outcome.Woven, "", new FaultyWeave
        {
            Source = "using System.Threading.Tasks; public class C { public static async ValueTask<object> M() { object o = new System.Collections.Generic.List<int>(); await Task.Yield(); return o; } }",
            Break = module =>
            {
                var machine = module.GetType("C").NestedTypes[0];
                var list = (GenericInstanceType)Named(machine, "MoveNext").Body.Instructions.Select(instruction => instruction.Operand as MethodReference).First(called => called?.DeclaringType.Name == "List`1")!.DeclaringType;
                TypeReference nested = module.TypeSystem.Int32;
                for (var i = 0; i < 500; i++)
                {
                    nested = new GenericInstanceType(list.ElementType) { GenericArguments = { nested } };
                }

                machine.Fields.Add(new FieldDefinition("nested", FieldAttributes.Public, nested));
            },
        }.Meet),
    ];

    private static Fault Machine(string what, string told, Action<MethodDefinition, TypeDefinition> change, Outcome outcome = Outcome.LeftAlone) => new("Code", what, outcome, told, new FaultyWeave
    {
        Break = module => change(module.GetType("C").Methods.Single(method => method.Name == "M"), module.GetType("C").NestedTypes[0]),
    }.Meet);

    private static Fault Call(string what, string told, Action<MethodDefinition> change, Outcome outcome = Outcome.LeftAlone) => new("Code", what, outcome, told, new FaultyWeave
    {
        Source = Racing,
        Break = module => change(module.GetType("C").Methods[0]),
    }.Meet);

    private static MethodDefinition Named(TypeDefinition type, string name) => type.Methods.First(method => method.Name == name);

    private static FieldDefinition Builder(TypeDefinition machine) => machine.Fields.Single(field => field.Name == "<>t__builder");

    private static MethodDefinition Add(TypeDefinition type, string name, params Instruction[] code)
    {
        var method = new MethodDefinition(name, MethodAttributes.Static | MethodAttributes.Assembly, type.Module.TypeSystem.Void);
        foreach (var instruction in code)
        {
            method.Body.Instructions.Add(instruction);
        }

        type.Methods.Add(method);
        return method;
    }

    private static MethodDefinition Copy(MethodDefinition method)
    {
        var copy = new MethodDefinition(method.Name, method.Attributes | MethodAttributes.NewSlot, method.Module.TypeSystem.Object);
        copy.Body.Instructions.Add(Instruction.Create(OpCodes.Ldnull));
        copy.Body.Instructions.Add(Instruction.Create(OpCodes.Ret));
        return copy;
    }

    private static void Insert(MethodDefinition method, int position, params Instruction[] code)
    {
        for (var i = 0; i < code.Length; i++)
        {
            method.Body.Instructions.Insert(position + i, code[i]);
        }

        // Branches that are short may not be any more.
        method.Body.SimplifyMacros();
        method.Body.OptimizeMacros();
    }

    private static void Nest(MethodDefinition method, int depth)
    {
        var code = method.Body.Instructions;
        var result = new VariableDefinition(method.ReturnType);
        method.Body.Variables.Add(result);
        method.Body.InitLocals = true;
        var start = code[0];
        code.RemoveAt(code.Count - 1);
        code.Add(Instruction.Create(OpCodes.Stloc, result));
        var ends = Instruction.Create(OpCodes.Ldloc, result);
        code.Add(Instruction.Create(OpCodes.Leave, ends));
        for (var i = 0; i < depth; i++)
        {
            var handler = Instruction.Create(OpCodes.Pop);
            code.Add(handler);
            code.Add(Instruction.Create(OpCodes.Leave, ends));
            method.Body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Catch) { TryStart = start, TryEnd = handler, HandlerStart = handler, CatchType = method.Module.TypeSystem.Object });
        }

        code.Add(ends);
        code.Add(Instruction.Create(OpCodes.Ret));
        foreach (var handler in method.Body.ExceptionHandlers)
        {
            handler.HandlerEnd = handler.HandlerStart.Next.Next;
        }
    }

    private static byte[] Patch(byte[] image, byte[] mark, int at, byte value)
    {
        var place = image.AsSpan().IndexOf(mark);
        var patched = (byte[])image.Clone();
        patched[place + at] = value;
        return patched;
    }
}
