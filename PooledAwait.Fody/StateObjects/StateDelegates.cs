using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Trimming;

namespace PooledAwait.Fody.StateObjects;

/// <summary>
/// Makes the delegates that take a state object. Each has a class of its own, which keeps it for the next time, nested in the class that the
/// calling method was written in: what that method may call and name, the nested class may too, and no type initialiser but its own runs
/// earlier than it did.
/// </summary>
/// <remarks>
/// <para>
/// The analysers of trimming and of ahead-of-time compilation give a lambda the attributes of the method that it was written in, which they find
/// by the code that makes the delegate, and by names. So the calling method makes the delegate itself where it is not there yet, as the C#
/// compiler has it done, and the method that the delegate is over has the name of a lambda and belongs to this one method.
/// </para>
/// <para>
/// The class has the type parameters of the caller's class, and of the calling method where they are mentioned. Its one object only makes
/// the delegate one over an instance method, as the C# compiler does: those are faster to call than static ones.
/// </para>
/// </remarks>
internal sealed class StateDelegates(ModuleDefinition module)
{
    private const string NamePrefix = "<>c__StateObject";

    /// <summary>As the C# compiler calls the fields that it keeps delegates in: by that name coverlet knows that the branch on one is nobody's to cover.</summary>
    private const string KeptName = "<>9__Delegate";

    private readonly Dictionary<(MethodDefinition, MethodReference, object, bool, TypeReference, int), DelegateClass> _made = [];
    private readonly Dictionary<TypeDefinition, int> _counts = [];
    private readonly StackTraceHidden _hidden = new(module);

    /// <summary>Whether a field is one that keeps such a delegate.</summary>
    public static bool IsKept(FieldReference field) => field.DeclaringType.Name.StartsWith(NamePrefix, StringComparison.Ordinal);

    /// <summary>What loads the delegate that calls the same method as the call's own delegate does, and makes it at the first time.</summary>
    /// <param name="call">The call that takes it.</param>
    /// <param name="delegate">The call's own delegate.</param>
    /// <param name="next">The instruction that will stand behind.</param>
    public Instruction[] Load(StateObjectCall call, MadeDelegate @delegate, Instruction next)
    {
        var thunk = Thunk.By(call, @delegate);
        var isOfMethod = thunk.MentionsMethodParameters();
        var key = (call.Caller, @delegate.Target, @delegate.NewDelegate.Operand, @delegate.IsVirtual, call.StateType, thunk.State);
        if (!_made.TryGetValue(key, out var made))
        {
            _made.Add(key, made = Make(call.Caller, @delegate, thunk, isOfMethod));
        }

        var type = made.Type.HasGenericParameters ? made.Type.Over(ParametersOf(call.Caller, isOfMethod)) : (TypeReference)made.Type;
        var kept = On(type, made.Delegate);
        return
        [
            Instruction.Create(OpCodes.Ldsfld, kept),
            Instruction.Create(OpCodes.Dup),
            Instruction.Create(OpCodes.Brtrue, next),
            Instruction.Create(OpCodes.Pop),
            Instruction.Create(OpCodes.Ldsfld, On(type, made.Instance)),
            Instruction.Create(OpCodes.Ldftn, On(type, made.Thunk)),
            Instruction.Create(OpCodes.Newobj, References.Constructor(module, thunk.Delegate.Type, module.TypeSystem.Object, module.TypeSystem.IntPtr)),
            Instruction.Create(OpCodes.Dup),
            Instruction.Create(OpCodes.Stsfld, kept),
        ];
    }

    private DelegateClass Make(MethodDefinition maker, MadeDelegate made, Thunk thunk, bool isOfMethod)
    {
        var caller = maker.DeclaringType;
        var outer = GeneratedName.SourceTypeOf(caller);
        var type = new TypeDefinition(
            "",
            NextName(outer),
            TypeAttributes.NestedPrivate | TypeAttributes.Class | TypeAttributes.Sealed | TypeAttributes.BeforeFieldInit,
            module.TypeSystem.Object);
        type.CustomAttributes.Add(CompilerGenerated.In(module));
        var own = CopyParameters(ParametersOf(maker, isOfMethod), caller.GenericParameters.Count, type);
        var self = TypeSubstitution.Itself(type);

        var instance = new FieldDefinition("Instance", FieldAttributes.Assembly | FieldAttributes.Static | FieldAttributes.InitOnly, self);
        var kept = new FieldDefinition(KeptName, FieldAttributes.Assembly | FieldAttributes.Static, own.Of(thunk.Delegate.Type));
        var method = thunk.In(own).Method(NameOver(made.Target), module);
        AnalysedCode.CopyRequirements(made.Method, method, module);
        _hidden.Mark(method);
        var constructor = Constructor(MethodAttributes.Private,
        [
            Instruction.Create(OpCodes.Ldarg_0),
            Instruction.Create(OpCodes.Call, References.Constructor(module, module.TypeSystem.Object)),
        ]);
        var initialiser = Constructor(MethodAttributes.Private | MethodAttributes.Static,
        [
            Instruction.Create(OpCodes.Newobj, References.Constructor(module, self)),
            Instruction.Create(OpCodes.Stsfld, On(self, instance)),
        ]);

        type.Fields.Add(instance);
        type.Fields.Add(kept);
        type.Methods.Add(method);
        type.Methods.Add(constructor);
        type.Methods.Add(initialiser);
        outer.NestedTypes.Add(type);
        return new DelegateClass(type, instance, kept, method);
    }

    /// <summary>A lambda's or local function's own name, and for any other method one that could be a lambda's.</summary>
    private static string NameOver(MethodReference target) => GeneratedName.IsOwned(target) ? target.Name : $"<StateObject>b__{target.Name}";

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
            var copy = new GenericParameter(parameter.Name, type) { Attributes = attributes };
            AnalysedCode.CopyAccessedMembers(parameter, copy);
            type.GenericParameters.Add(copy);
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

    /// <summary>A method of a class as code names it that knows the class by this name.</summary>
    private static MethodReference On(TypeReference type, MethodDefinition method) => type is TypeDefinition ? method : TypeSubstitution.On(type, method);

    private static FieldReference On(TypeReference type, FieldDefinition field) =>
        type is TypeDefinition ? field : new FieldReference(field.Name, field.FieldType, type);
}

/// <summary>A class that keeps one delegate.</summary>
/// <param name="Type">The class.</param>
/// <param name="Instance">Its one object, which the delegate is over.</param>
/// <param name="Delegate">The delegate; null until the calling method has made it.</param>
/// <param name="Thunk">The method that the delegate is over.</param>
internal sealed record DelegateClass(TypeDefinition Type, FieldDefinition Instance, FieldDefinition Delegate, MethodDefinition Thunk);
