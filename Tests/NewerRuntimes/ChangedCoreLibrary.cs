using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.NewerRuntimes;

/// <summary>Adds members to the base library, as the next version of .NET may do.</summary>
internal static class ChangedCoreLibrary
{
    private const string InterfaceOfBoxes = "System.Runtime.CompilerServices.IAsyncStateMachineBox";

    /// <summary>Returns the image of the base library that the tests run on, with a change.</summary>
    public static byte[] Of(Action<ModuleDefinition> change)
    {
        using var module = ModuleDefinition.ReadModule(typeof(object).Assembly.Location);
        change(module);

        // Leaves out the code that was compiled ahead of time, because Cecil cannot write it.
        module.Attributes = ModuleAttributes.ILOnly;
        module.Architecture = TargetArchitecture.I386;
        using var image = new MemoryStream();
        module.Write(image);
        return image.ToArray();
    }

    /// <summary>Adds the member that .NET 11 adds to the interface that all boxes implement (<c>IAsyncStateMachineBox</c>).</summary>
    public static void AddDiagnosticData(ModuleDefinition module) => AddMember(
        module, "GetDiagnosticData", ("methodId", module.TypeSystem.UInt64), ("state", module.TypeSystem.Int32), ("nextContinuation", module.TypeSystem.Object));

    /// <summary>
    /// Adds a method to the base library's interface that all boxes implement. The method has out parameters and returns a bool. The base library's own boxes
    /// implement the method so that it returns false and default values.
    /// </summary>
    public static void AddMember(ModuleDefinition module, string name, params IReadOnlyList<(string Name, TypeReference Type)> parameters)
    {
        var boxes = module.GetType(InterfaceOfBoxes);
        boxes.Methods.Add(Make(MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.NewSlot | MethodAttributes.Abstract | MethodAttributes.Virtual));
        foreach (var type in module.GetTypes().Where(type => type.Interfaces.Any(implemented => implemented.InterfaceType.FullName == InterfaceOfBoxes)))
        {
            var method = Make(MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.NewSlot | MethodAttributes.Virtual);
            var body = method.Body.GetILProcessor();
            foreach (var parameter in method.Parameters)
            {
                body.Emit(OpCodes.Ldarg, parameter);
                body.Emit(OpCodes.Initobj, ((ByReferenceType)parameter.ParameterType).ElementType);
            }

            body.Emit(OpCodes.Ldc_I4_0);
            body.Emit(OpCodes.Ret);
            type.Methods.Add(method);
        }

        MethodDefinition Make(MethodAttributes attributes)
        {
            var method = new MethodDefinition(name, attributes, module.TypeSystem.Boolean);
            foreach (var (parameter, type) in parameters)
            {
                method.Parameters.Add(new(parameter, ParameterAttributes.Out, new ByReferenceType(type)));
            }

            return method;
        }
    }
}
