using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace Tests.Fuzzing;

/// <summary>Methods that damage a correctly woven module, as a wrong rewrite would. The fuzzer must find each fault.</summary>
internal static class PlantedFaults
{
    /// <summary>Reverses the tasks that each WhenAny gets. If several tasks have ended, a different task wins than without the fault.</summary>
    public static void SwappedTasks(ModuleDefinition module)
    {
        foreach (var (body, call, called) in CallsOfWhenAny(module).Where(c => c.Called.Parameters.Count > 1).ToList())
        {
            var type = called.Parameters[0].ParameterType;
            if (called is GenericInstanceMethod instance)
            {
                type = new GenericInstanceType(((GenericInstanceType)type).ElementType) { GenericArguments = { instance.GenericArguments[0] } };
            }

            var variables = called.Parameters.Select(_ => new VariableDefinition(type)).ToList();
            variables.ForEach(body.Variables.Add);
            List<Instruction> instructions =
            [
                .. variables.Skip(1).Select(variable => Instruction.Create(OpCodes.Stloc, variable)),
                .. variables.Select(variable => Instruction.Create(OpCodes.Ldloc, variable)),
                Instruction.Create(OpCodes.Call, called),
            ];

            // The first new instruction overwrites the call. So a branch to the call runs all new instructions.
            (call.OpCode, call.Operand) = (OpCodes.Stloc, variables[0]);
            var il = body.GetILProcessor();
            var last = call;
            foreach (var instruction in instructions)
            {
                il.InsertAfter(last, instruction);
                last = instruction;
            }
        }
    }

    /// <summary>Makes continuations with a state object do nothing.</summary>
    public static void DroppedContinuations(ModuleDefinition module)
    {
        foreach (var method in Methods(module).Where(m => m.DeclaringType.Name.StartsWith("<>c__StateObject") && !m.IsConstructor))
        {
            var il = method.Body.GetILProcessor();
            il.Clear();
            if (method.ReturnType.MetadataType == MetadataType.Int32)
            {
                il.Emit(OpCodes.Ldc_I4_0);
            }
            else if (method.ReturnType.MetadataType != MetadataType.Void)
            {
                il.Emit(OpCodes.Ldnull);
            }

            il.Emit(OpCodes.Ret);
        }
    }

    /// <summary>
    /// Gives ValueTask methods the base library's pooling builder. That builder schedules continuations by other rules than PooledAwait.Runtime's builder.
    /// </summary>
    public static void AnotherBuilder(ModuleDefinition module)
    {
        foreach (var type in module.GetTypeReferences().Where(type => type.Name.StartsWith("PooledAsyncValueTaskMethodBuilder")))
        {
            type.Namespace = "System.Runtime.CompilerServices";
            type.Name = "Pooling" + type.Name["Pooled".Length..];
            type.Scope = module.TypeSystem.CoreLibrary;
        }
    }

    /// <summary>Makes every async method allocate one more object each time that it starts or resumes.</summary>
    public static void MoreBytes(ModuleDefinition module)
    {
        var objectConstructor = new MethodReference(".ctor", module.TypeSystem.Void, module.TypeSystem.Object) { HasThis = true };
        var collector = new TypeReference("System", "GC", module, module.TypeSystem.CoreLibrary);
        var keepAlive = new MethodReference("KeepAlive", module.TypeSystem.Void, collector)
        {
            Parameters = { new ParameterDefinition(module.TypeSystem.Object) },
        };
        foreach (var method in Methods(module).Where(m => m.Name == "MoveNext"))
        {
            var il = method.Body.GetILProcessor();
            var first = method.Body.Instructions[0];
            il.InsertBefore(first, il.Create(OpCodes.Newobj, objectConstructor));
            il.InsertBefore(first, il.Create(OpCodes.Call, keepAlive));
        }
    }

    /// <summary>Passes a string instead of a task to WhenAny. The JIT compiles this wrong code without an error.</summary>
    public static void WrongType(ModuleDefinition module)
    {
        foreach (var (body, call, _) in CallsOfWhenAny(module).Where(c => c.Called.Parameters[0].ParameterType.Name == "Task").ToList())
        {
            var il = body.GetILProcessor();
            il.InsertBefore(call, il.Create(OpCodes.Pop));
            il.InsertBefore(call, il.Create(OpCodes.Ldstr, "no task"));
        }
    }

    /// <summary>Adds a type that belongs to no program. Its method is wrong: it returns a number as a string.</summary>
    public static void SharedMethod(ModuleDefinition module)
    {
        var method = new MethodDefinition("Wrong", MethodAttributes.Static | MethodAttributes.Assembly, module.TypeSystem.String);
        var il = method.Body.GetILProcessor();
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ret);
        module.Types.Add(new TypeDefinition("", "Shared", TypeAttributes.Class, module.TypeSystem.Object) { Methods = { method } });
    }

    private static IEnumerable<MethodDefinition> Methods(ModuleDefinition module) =>
        module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody);

    /// <summary>Finds the calls of PooledAwait.Runtime's WhenAny methods, which the weaver put in place of calls of <c>Task.WhenAny</c>.</summary>
    private static IEnumerable<(MethodBody Body, Instruction Call, MethodReference Called)> CallsOfWhenAny(ModuleDefinition module) =>
        from method in Methods(module)
        from instruction in method.Body.Instructions
        where instruction.OpCode == OpCodes.Call
        let called = instruction.Operand as MethodReference
        where called is { Name: "WhenAny", DeclaringType.Namespace: RuntimeReference.Namespace }
        select (method.Body, instruction, called);
}
