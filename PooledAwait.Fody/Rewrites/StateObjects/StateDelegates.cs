using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Makes the delegates that take a state object. Each delegate gets a new class, which keeps the delegate for later calls. The new class is nested in the class
/// that declares the user's calling method, so it may use everything that this method may use. The new class does not make any other type's initialiser run
/// earlier than before.
/// </summary>
/// <remarks>
/// <para>
/// The analysers for trimming and ahead-of-time compilation apply a method's attributes to the lambdas in the method. To find the method that contains a
/// lambda, the analysers use names and the code that makes the delegate. So the calling method itself makes the delegate if there is none yet, as in the C#
/// compiler's code. The method that the delegate calls has a lambda's name, and belongs only to this calling method.
/// </para>
/// <para>
/// The new class has the type parameters of the caller's class. If the delegate needs the calling method's type parameters, the new class has those too. The
/// new class has a single object, so that the delegate can call an instance method, as in the C# compiler's code. Delegates of instance methods are faster to
/// call than delegates of static methods.
/// </para>
/// </remarks>
internal sealed class StateDelegates(ModuleDefinition module)
{
    private const string NamePrefix = "<>c__StateObject";

    /// <summary>
    /// The name of the field that keeps a delegate. The C# compiler gives such names to its fields for delegates. Coverlet, which measures test coverage,
    /// recognises these names, and then does not report the branch on the field as untested.
    /// </summary>
    private const string KeptName = "<>9__Delegate";

    private readonly Dictionary<(MethodDefinition, MethodReference, object, bool, TypeReference, int), DelegateClass> _made = [];
    private readonly Dictionary<TypeDefinition, int> _counts = [];
    private readonly StackTraceHidden _hidden = new(module);

    /// <summary>Returns whether a field keeps a delegate that this class made.</summary>
    public static bool IsKept(FieldReference field) => field.DeclaringType.Name.StartsWith(NamePrefix, StringComparison.Ordinal);

    /// <summary>
    /// Returns the code that loads a delegate that takes a state. When this code runs for the first time, it makes the delegate. The new delegate runs the same
    /// method as the original delegate <paramref name="delegate"/>.
    /// </summary>
    /// <param name="call">The call that takes the delegate.</param>
    /// <param name="delegate">The delegate that the call passes before the change.</param>
    /// <param name="next">The instruction that will follow this code.</param>
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
            Instruction.Create(OpCodes.Newobj, MemberReferences.Constructor(module, thunk.Delegate.Type, module.TypeSystem.Object, module.TypeSystem.IntPtr)),
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
            Instruction.Create(OpCodes.Call, MemberReferences.Constructor(module, module.TypeSystem.Object)),
        ]);
        var initialiser = Constructor(MethodAttributes.Private | MethodAttributes.Static,
        [
            Instruction.Create(OpCodes.Newobj, MemberReferences.Constructor(module, self)),
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

    /// <summary>
    /// Returns the name of the new method that calls a delegate's target. If the target is a lambda or a local function, the new method has the target's name.
    /// Otherwise the new method gets a name that a lambda could have.
    /// </summary>
    private static string NameOver(MethodReference target) => GeneratedName.IsOwned(target) ? target.Name : $"<StateObject>b__{target.Name}";

    /// <summary>Returns the type parameters of the caller's class and, if the delegate needs them, those of the caller itself.</summary>
    private static IEnumerable<GenericParameter> ParametersOf(MethodDefinition caller, bool isOfMethod) =>
        isOfMethod ? caller.DeclaringType.GenericParameters.Concat(caller.GenericParameters) : caller.DeclaringType.GenericParameters;

    /// <summary>Adds copies of type parameters to a type. Returns a substitution of the originals by the copies.</summary>
    private static TypeSubstitution CopyParameters(IEnumerable<GenericParameter> parameters, int countOfType, TypeDefinition type)
    {
        var own = new TypeSubstitution(parameter =>
            type.GenericParameters[parameter.Type == GenericParameterType.Type ? parameter.Position : countOfType + parameter.Position]);
        foreach (var parameter in parameters)
        {
            // The type parameters of a class cannot be variant.
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

    /// <summary>Returns a reference to a class's method. If the class has type arguments, the reference contains them.</summary>
    private static MethodReference On(TypeReference type, MethodDefinition method) => type is TypeDefinition ? method : TypeSubstitution.On(type, method);

    private static FieldReference On(TypeReference type, FieldDefinition field) =>
        type is TypeDefinition ? field : new FieldReference(field.Name, field.FieldType, type);
}

/// <summary>A class that keeps one delegate.</summary>
/// <param name="Type">The new class, which is nested in the user's class that declares the calling method.</param>
/// <param name="Instance">The field that holds the class's single object. This object is the delegate's target.</param>
/// <param name="Delegate">The field that keeps the delegate. The field is null until the calling method has made the delegate.</param>
/// <param name="Thunk">The method that the delegate calls.</param>
internal sealed record DelegateClass(TypeDefinition Type, FieldDefinition Instance, FieldDefinition Delegate, MethodDefinition Thunk);
