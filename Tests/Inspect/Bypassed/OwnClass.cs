using Mono.Cecil;
using Mono.Cecil.Rocks;
using PooledAwait.Inspect.Checking;

namespace Tests.Inspect.Bypassed;

/// <summary>Moves second methods into a class nested in their type, as static methods with the object as the first parameter. What calls them is left as it was: it is not run.</summary>
internal static class OwnClass
{
    public static void Move(ModuleDefinition module)
    {
        foreach (var second in SecondMethods.In(module).Select(pair => pair.Second).Distinct().ToList())
        {
            var type = second.DeclaringType;
            if (type.NestedTypes.FirstOrDefault(nested => nested.Name == "<>c__PooledAwait") is not { } place)
            {
                type.NestedTypes.Add(place = new TypeDefinition("", "<>c__PooledAwait", TypeAttributes.NestedPrivate | TypeAttributes.Abstract | TypeAttributes.Sealed, module.TypeSystem.Object));
                foreach (var parameter in type.GenericParameters)
                {
                    place.GenericParameters.Add(new GenericParameter(parameter.Name, place));
                }
            }

            type.Methods.Remove(second);
            place.Methods.Add(second);
            if (second.HasThis)
            {
                TypeReference self = type.HasGenericParameters ? type.MakeGenericInstanceType([.. place.GenericParameters]) : type;
                var instance = new ParameterDefinition("this", ParameterAttributes.None, type.IsValueType ? self.MakeByReferenceType() : self);
                foreach (var instruction in second.Body.Instructions.Where(instruction => instruction.Operand == second.Body.ThisParameter))
                {
                    instruction.Operand = instance;
                }

                second.HasThis = false;
                second.IsStatic = true;
                second.Parameters.Insert(0, instance);
            }
        }
    }
}
