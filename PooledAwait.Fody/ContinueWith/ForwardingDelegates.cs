using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>
/// Makes the delegates that take a state object. Each is kept in a class of its own, nested in the class of the calling method: what that
/// method may call and name, the nested class may too, and no type initialiser but its own runs earlier than it did.
/// </summary>
/// <remarks>
/// The class has the type parameters of the caller's class, and of the calling method where they are mentioned. Its one object only makes
/// the delegate one over an instance method, as the C# compiler does: those are faster to call than static ones.
/// </remarks>
internal sealed class ForwardingDelegates(ModuleDefinition module)
{
    private const string NamePrefix = "<>c__ContinueWith";

    private readonly Dictionary<(TypeDefinition, MethodDefinition?, MethodReference, object, bool), TypeDefinition> _made = [];
    private readonly Dictionary<TypeDefinition, int> _counts = [];

    /// <summary>Whether a field is one that keeps such a delegate.</summary>
    public static bool IsKept(FieldReference field) => field.DeclaringType.Name.StartsWith(NamePrefix, StringComparison.Ordinal);

    /// <summary>The field, as the caller names it, with the delegate that calls the same method as the call's own delegate does.</summary>
    public FieldReference For(ContinueWithCall call)
    {
        var isOfMethod = Forwarded.By(call).MentionsMethodParameters();
        var key = (call.Caller.DeclaringType, isOfMethod ? call.Caller : null, call.Target, call.NewDelegate.Operand, call.IsVirtual);
        if (!_made.TryGetValue(key, out var type))
        {
            _made.Add(key, type = Make(call, isOfMethod));
        }

        var field = type.Fields[0];
        return type.HasGenericParameters
            ? new FieldReference(field.Name, field.FieldType, Instance(type, ParametersOf(call.Caller, isOfMethod)))
            : field;
    }

    private TypeDefinition Make(ContinueWithCall call, bool isOfMethod)
    {
        var outer = call.Caller.DeclaringType;
        var type = new TypeDefinition(
            "",
            NextName(outer),
            TypeAttributes.NestedPrivate | TypeAttributes.Class | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit,
            module.TypeSystem.Object);
        type.CustomAttributes.Add(CompilerGenerated.In(module));
        var own = CopyParameters(ParametersOf(call.Caller, isOfMethod), outer.GenericParameters.Count, type);
        var forwarded = Forwarded.By(call).In(own);
        var self = type.HasGenericParameters ? Instance(type, type.GenericParameters) : (TypeReference)type;

        var kept = new FieldDefinition("Delegate", FieldAttributes.Assembly | FieldAttributes.Static | FieldAttributes.InitOnly, forwarded.Delegate);
        var forwarding = forwarded.Method(call.Target.Name, module);
        var constructor = Constructor(MethodAttributes.Private,
        [
            Instruction.Create(OpCodes.Ldarg_0),
            Instruction.Create(OpCodes.Call, ConstructorOf(module.TypeSystem.Object)),
        ]);
        var initialiser = Constructor(MethodAttributes.Private | MethodAttributes.Static,
        [
            Instruction.Create(OpCodes.Newobj, ConstructorOf(self)),
            Instruction.Create(OpCodes.Ldftn, On(self, forwarding)),
            Instruction.Create(OpCodes.Newobj, ConstructorOf(forwarded.Delegate, module.TypeSystem.Object, module.TypeSystem.IntPtr)),
            Instruction.Create(OpCodes.Stsfld, self == type ? kept : new FieldReference(kept.Name, kept.FieldType, self)),
        ]);

        type.Fields.Add(kept);
        type.Methods.Add(forwarding);
        type.Methods.Add(constructor);
        type.Methods.Add(initialiser);
        outer.NestedTypes.Add(type);
        return type;
    }

    /// <summary>The type parameters of the caller's class and, for a delegate that is the method's, of the caller itself.</summary>
    private static IEnumerable<GenericParameter> ParametersOf(MethodDefinition caller, bool isOfMethod) =>
        isOfMethod ? caller.DeclaringType.GenericParameters.Concat(caller.GenericParameters) : caller.DeclaringType.GenericParameters;

    /// <summary>Gives a type copies of type parameters; what it returns puts those in their place.</summary>
    private static TypeSubstitution CopyParameters(IEnumerable<GenericParameter> parameters, int countOfType, TypeDefinition type)
    {
        var own = new TypeSubstitution(parameter =>
            type.GenericParameters[parameter.Type == GenericParameterType.Type ? parameter.Position : countOfType + parameter.Position]);
        foreach (var parameter in parameters)
        {
            // A class has no variance.
            var attributes = parameter.Attributes & ~GenericParameterAttributes.VarianceMask;
            type.GenericParameters.Add(new GenericParameter(parameter.Name, type) { Attributes = attributes });
        }

        foreach (var (copy, parameter) in type.GenericParameters.Zip(parameters, (copy, parameter) => (copy, parameter)))
        {
            foreach (var constraint in parameter.Constraints)
            {
                copy.Constraints.Add(new GenericParameterConstraint(own.Of(constraint.ConstraintType)));
            }
        }

        return own;
    }

    private string NextName(TypeDefinition outer)
    {
        _counts.TryGetValue(outer, out var count);
        string name;
        do
        {
            name = NamePrefix + count++;
        }
        while (outer.NestedTypes.Any(type => type.Name == name));

        _counts[outer] = count;
        return name;
    }

    private MethodDefinition Constructor(MethodAttributes attributes, IEnumerable<Instruction> code)
    {
        var constructor = new MethodDefinition(
            (attributes & MethodAttributes.Static) != 0 ? ".cctor" : ".ctor",
            attributes | MethodAttributes.HideBySig | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName,
            module.TypeSystem.Void);
        foreach (var instruction in code)
        {
            constructor.Body.Instructions.Add(instruction);
        }

        constructor.Body.Instructions.Add(Instruction.Create(OpCodes.Ret));
        return constructor;
    }

    private MethodReference ConstructorOf(TypeReference type, params TypeReference[] parameters)
    {
        var constructor = new MethodReference(".ctor", module.TypeSystem.Void, type) { HasThis = true };
        foreach (var parameter in parameters)
        {
            constructor.Parameters.Add(new ParameterDefinition(parameter));
        }

        return constructor;
    }

    /// <summary>A method of the type as its own code names it.</summary>
    private static MethodReference On(TypeReference self, MethodDefinition method)
    {
        if (self is TypeDefinition)
        {
            return method;
        }

        var reference = new MethodReference(method.Name, method.ReturnType, self) { HasThis = true };
        foreach (var parameter in method.Parameters)
        {
            reference.Parameters.Add(new ParameterDefinition(parameter.ParameterType));
        }

        return reference;
    }

    private static GenericInstanceType Instance(TypeDefinition type, IEnumerable<GenericParameter> arguments)
    {
        var instance = new GenericInstanceType(type);
        foreach (var argument in arguments)
        {
            instance.GenericArguments.Add(argument);
        }

        return instance;
    }
}
