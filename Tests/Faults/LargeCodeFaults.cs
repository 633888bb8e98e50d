using Mono.Cecil;
using Mono.Cecil.Cil;
using static Mono.Cecil.Cil.Instruction;

namespace Tests.Faults;

/// <summary>Code that is much longer, or nested much deeper, than anybody would write.</summary>
internal static class LargeCodeFaults
{
    public static IEnumerable<Fault> All =>
    [
        Of("A method has 100,000 instructions", new()
        {
            Source = WhenAnyFaults.Source,
            Break = module => module.GetType("C").MethodNamed("M").Insert(0, [.. Enumerable.Range(0, 100_000).Select(_ => Create(OpCodes.Nop))]),
        }),
        Of("An async method has 1,000 awaits", new()
        {
            Source =
                "using System.Threading.Tasks; " +
                $"public class C {{ public static async ValueTask M() {{ {string.Concat(Enumerable.Repeat("await Task.Yield();", 1_000))} }} }}",
        }),
        Of("A method has 1,000 protected blocks, one in the other", new()
        {
            Source = WhenAnyFaults.Source,
            Break = module => Protect(module.GetType("C").MethodNamed("M"), 1_000),
        }),
        Of("A type has 500 type arguments, one in the other", new()
        {
            Source =
                "using System.Collections.Generic; using System.Threading.Tasks; " +
                "public class C { public static async ValueTask<object> M() { object o = new List<int>(); await Task.Yield(); return o; } }",
            Break = module => AddNested(module.GetType("C").NestedTypes[0], module.GetTypeReferences().Single(type => type.Name == "List`1"), 500),
        }),
    ];

    private static Fault Of(string what, FaultyWeave weave) => new("Code", what, Outcome.Woven, "", weave.Meet);

    /// <summary>Puts the given number of protected blocks around a method's code.</summary>
    private static void Protect(MethodDefinition method, int depth)
    {
        var code = method.Body.Instructions;
        var result = new VariableDefinition(method.ReturnType);
        method.Body.Variables.Add(result);
        method.Body.InitLocals = true;
        var start = code[0];
        code.RemoveAt(code.Count - 1);
        code.Add(Create(OpCodes.Stloc, result));
        var end = Create(OpCodes.Ldloc, result);
        code.Add(Create(OpCodes.Leave, end));
        for (var i = 0; i < depth; i++)
        {
            var handler = Create(OpCodes.Pop);
            code.Add(handler);
            code.Add(Create(OpCodes.Leave, end));
            method.Body.ExceptionHandlers.Add(new ExceptionHandler(ExceptionHandlerType.Catch)
            {
                TryStart = start, TryEnd = handler, HandlerStart = handler, CatchType = method.Module.TypeSystem.Object,
            });
        }

        code.Add(end);
        code.Add(Create(OpCodes.Ret));
        foreach (var handler in method.Body.ExceptionHandlers)
        {
            handler.HandlerEnd = handler.HandlerStart.Next.Next;
        }
    }

    /// <summary>Adds a field to a state machine. The field's type is a list of lists, nested to the given depth, with int innermost.</summary>
    private static void AddNested(TypeDefinition machine, TypeReference list, int depth)
    {
        TypeReference nested = machine.Module.TypeSystem.Int32;
        for (var i = 0; i < depth; i++)
        {
            nested = new GenericInstanceType(list) { GenericArguments = { nested } };
        }

        machine.Fields.Add(new FieldDefinition("nested", FieldAttributes.Public, nested));
    }
}
