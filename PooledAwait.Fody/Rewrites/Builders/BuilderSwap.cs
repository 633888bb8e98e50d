using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Replaces an async method's builder by a pooled builder. Changes the type of the machine's builder field, and every reference to this field or to a member of
/// the builder. Only the call that starts the machine stays a call of the base library, if <see cref="KeptStart"/> finds it.
/// </summary>
/// <param name="module">The woven module.</param>
/// <param name="runtime">The module's reference to PooledAwait.Runtime.</param>
/// <param name="nameOf">Returns the name of the pooled builder that replaces a given builder.</param>
internal sealed class BuilderSwap(ModuleDefinition module, IMetadataScope runtime, Func<BuilderType, string> nameOf)
{
    private readonly Dictionary<TypeReference, TypeReference> _openTypes = [];

    private readonly StartedMachine _startedMachine = new(module, runtime);

    // The keys are the original reference objects. So instructions that share a reference object also share its replacement.
    private readonly Dictionary<MethodReference, MethodReference> _methods = [];

    public void Apply(AsyncMethod method)
    {
        method.BuilderField.FieldType = Replace(method.BuilderField.FieldType, method.Builder);
        foreach (var body in method.Bodies)
        {
            var kept = body == method.KickOff ? KeptStart.In(body) : null;
            using var editor = new BodyEditor(body);
            foreach (var instruction in body.Body.Instructions)
            {
                if (instruction == kept?.Call)
                {
                    continue;
                }

                // Other instructions, even in other methods, may use the same reference object. So this code never changes the object, but gives the
                // instruction a new one.
                switch (instruction.Operand)
                {
                    case FieldReference field and not FieldDefinition when method.Builder.Matches(field.FieldType):
                        editor.ReplaceOperand(instruction, new FieldReference(field.Name, Replace(field.FieldType, method.Builder), field.DeclaringType));
                        break;

                    case MethodReference called when method.Builder.Matches(called.DeclaringType):
                        editor.ReplaceOperand(instruction, Replace(called, method.Builder));
                        break;
                }
            }

            kept?.Apply(editor, _startedMachine);
        }
    }

    private MethodReference Replace(MethodReference called, BuilderType builder)
    {
        if (!_methods.TryGetValue(called, out var replaced))
        {
            _methods.Add(called, replaced = Make(called, builder));
        }

        return replaced;
    }

    private MethodReference Make(MethodReference called, BuilderType builder)
    {
        var element = called.GetElementMethod();
        var declaringType = Replace(element.DeclaringType, builder);
        var isLinked = called is GenericInstanceMethod { GenericArguments: var awaiterAndMachine } && RuntimeReference.IsDirectAwaiter(awaiterAndMachine[0]);
        var replaced = new MethodReference(isLinked ? RuntimeReference.AwaitDirect : element.Name, module.TypeSystem.Void, declaringType)
        {
            HasThis = element.HasThis,
            ExplicitThis = element.ExplicitThis,
            CallingConvention = element.CallingConvention,
        };
        foreach (var parameter in element.GenericParameters)
        {
            replaced.GenericParameters.Add(new GenericParameter(parameter.Name, replaced));
        }

        // The pooled builders have the same members as the base library's builders. The signatures differ only in the builder's type.
        replaced.ReturnType = ReplaceInSignature(element.ReturnType);
        foreach (var parameter in element.Parameters)
        {
            replaced.Parameters.Add(new ParameterDefinition(parameter.Name, parameter.Attributes, ReplaceInSignature(parameter.ParameterType)));
        }

        return called is GenericInstanceMethod instance ? replaced.Over(instance.GenericArguments) : replaced;

        TypeReference ReplaceInSignature(TypeReference type) => type switch
        {
            GenericParameter { Type: GenericParameterType.Method } parameter => replaced.GenericParameters[parameter.Position],
            GenericParameter parameter => declaringType.GetElementType().GenericParameters[parameter.Position],
            ByReferenceType reference => new ByReferenceType(ReplaceInSignature(reference.ElementType)),
            GenericInstanceType generic => (builder.Matches(generic) ? OpenType(generic.ElementType, builder) : generic.ElementType).Over(generic.GenericArguments.Select(ReplaceInSignature)),
            _ when builder.Matches(type) => Replace(type, builder),
            _ => type,
        };
    }

    /// <summary>Returns the pooled builder that replaces a builder, with the same type arguments.</summary>
    private TypeReference Replace(TypeReference type, BuilderType builder)
    {
        var open = OpenType(type.GetElementType(), builder);
        return type is GenericInstanceType instance ? open.Over(instance.GenericArguments) : open;
    }

    private TypeReference OpenType(TypeReference original, BuilderType builder)
    {
        if (!_openTypes.TryGetValue(original, out var open))
        {
            open = new TypeReference(RuntimeReference.Namespace, nameOf(builder), module, runtime, valueType: true);
            foreach (var parameter in original.GenericParameters)
            {
                open.GenericParameters.Add(new GenericParameter(parameter.Name, open));
            }

            _openTypes.Add(original, open);
        }

        return open;
    }
}
