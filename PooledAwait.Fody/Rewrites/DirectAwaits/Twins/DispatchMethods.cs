using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Makes dispatch methods. A call of a dispatch method replaces a virtual call. The code of a dispatch method is: <c>receiver.GetType() == typeof(C) ?
/// ((C)receiver).Twin(...) : DirectTask.Of(receiver.Slot(...))</c>. The code compares the receiver's exact type with C. So C's twin runs only if the virtual
/// call would run the method to which the twin belongs. If the receiver is null, the dispatch method throws the same exception as the virtual call.
/// </summary>
/// <param name="references">Makes references in the module that contains the virtual calls. The dispatch methods are added to this module.</param>
internal sealed class DispatchMethods(TwinReferences references)
{
    /// <summary>
    /// The value of AggressiveOptimization. With this flag, the JIT turns each call of a twin into a jump. The dispatch method then has no stack frame while
    /// the twin runs, so nested calls that do not suspend take less stack. The disadvantage is that the dispatch method is compiled at its first call even if
    /// the assembly is published as ReadyToRun.
    /// </summary>
    private const MethodImplAttributes Optimised = (MethodImplAttributes)0x200;

    private readonly DispatchTypes _holders = new(references.Module);
    private readonly StackTraceHidden _hidden = new(references.Module);
    private readonly List<(Dispatch Dispatch, MethodDefinition Method, TypeSubstitution Own)> _declared = [];

    /// <summary>Makes the call that replaces a virtual call.</summary>
    /// <param name="called">The virtual method, as the call refers to it.</param>
    /// <param name="method">The dispatch method, which is called instead.</param>
    /// <param name="dispatch">The dispatch that the method was declared for.</param>
    public static Instruction Call(MethodReference called, MethodDefinition method, Dispatch dispatch)
    {
        var ofType = called.GetElementMethod().DeclaringType is GenericInstanceType instance ? instance.GenericArguments.ToArray() : [];
        var ofMethod = called is GenericInstanceMethod generic ? generic.GenericArguments.ToArray() : [];
        return Instruction.Create(OpCodes.Call, Reference(method, dispatch, ofType, ofMethod));
    }

    private static MethodReference Reference(MethodDefinition method, Dispatch dispatch, TypeReference[] ofType, TypeReference[] ofMethod)
    {
        var open = dispatch.Place.IsGeneric ? TypeSubstitution.On(method.DeclaringType.Over(ofType), method) : method;
        return open.Over(dispatch.Slot.IsOpen && !dispatch.Place.IsGeneric ? [.. ofType, .. ofMethod] : ofMethod);
    }

    /// <summary>
    /// Declares the dispatch method for a slot (the virtual method that is called). If the class for dispatch methods at <see cref="Dispatch.Place"/> already
    /// has this method, returns the existing method. Either an earlier weave made the existing method, or this weave declared it for another call.
    /// </summary>
    public MethodDefinition Declare(Dispatch dispatch, out bool isNew)
    {
        var module = references.Module;
        var (slot, place, _) = dispatch;
        var holder = _holders.In(place);
        var method = new MethodDefinition(
            NameOf(slot), MethodAttributes.Assembly | MethodAttributes.Static | MethodAttributes.HideBySig, module.TypeSystem.Void);

        // The dispatch method gets the type parameters of the slot's method. If the slot's type contains type parameters, the dispatch method also gets the
        // type parameters of the slot's type, and these come first. If the class that contains the dispatch method already has the type parameters of the
        // slot's type, the dispatch method does not get them.
        var ofType = slot.IsOpen && !place.IsGeneric ? slot.DeclaringType.GenericParameters.ToArray() : [];
        var own = new TypeSubstitution(parameter =>
            parameter.Type == GenericParameterType.Method ? method.GenericParameters[ofType.Length + parameter.Position]
            : place.IsGeneric ? holder.GenericParameters[parameter.Position]
            : method.GenericParameters[parameter.Position],
            references.Others.Import);
        var inSlot = InSlot(slot);
        CopiedSignature.AddTypeParameters([.. ofType, .. slot.Method.GenericParameters], method, type => own.Of(inSlot.Of(type)), references.Others);
        method.Parameters.Add(new ParameterDefinition("receiver", ParameterAttributes.None, own.Of(slot.Type)));
        CopiedSignature.AddParameters(slot.Method, method, type => own.Of(inSlot.Of(type)), references.Others);
        CopiedSignature.CopyAttributes(slot.Method, method, references.Others);
        var task = own.Of(inSlot.Of(slot.Method.ReturnType));
        method.ReturnType = references.ValueTasks.Of(TaskType.ResultOf(task)).ValueTask;
        method.CustomAttributes.Add(CompilerGenerated.In(module));
        _hidden.Mark(method);
        method.ImplAttributes |= Optimised;
        var before = DispatchTypes.MadeBefore(holder, method, references.Others);
        isNew = before == null;
        if (isNew)
        {
            holder.Methods.Add(method);
            _declared.Add((dispatch, method, own));
        }

        return before ?? method;
    }

    /// <summary>Gives all declared methods their code.</summary>
    /// <param name="twins">The twins. The key is the method to which the twin belongs.</param>
    public void Complete(IReadOnlyDictionary<MethodDefinition, MethodDefinition> twins)
    {
        foreach (var (dispatch, method, own) in _declared)
        {
            var task = own.Of(InSlot(dispatch.Slot).Of(dispatch.Slot.Method.ReturnType));
            WeaveStep.About("the dispatch", method, () => Fill(method, dispatch, own, references.ConversionOf(task), twins));
        }
    }

    private void Fill(MethodDefinition method, Dispatch dispatch, TypeSubstitution own, MethodReference conversion, IReadOnlyDictionary<MethodDefinition, MethodDefinition> twins)
    {
        var module = references.Module;
        var code = method.Body.GetILProcessor();
        var typeOf = new TypeReference("System", "Type", module, module.TypeSystem.CoreLibrary);
        var getType = MemberReferences.Instance(module.TypeSystem.Object, "GetType", typeOf);
        var handle = new TypeReference("System", "RuntimeTypeHandle", module, module.TypeSystem.CoreLibrary, valueType: true);
        var getTypeFromHandle = MemberReferences.Static(typeOf, "GetTypeFromHandle", typeOf, handle);
        var ofMethod = method.GenericParameters.Skip(method.GenericParameters.Count - dispatch.Slot.Method.GenericParameters.Count).ToArray<TypeReference>();
        var arguments = method.Parameters.Skip(1).ToList();
        code.Emit(OpCodes.Ldarg_0);
        foreach (var receiver in dispatch.Receivers)
        {
            var (type, declaring) = (own.Of(receiver.Type), own.Of(receiver.Implementation.Type));
            var twin = twins[receiver.Implementation.Method];
            var next = Instruction.Create(OpCodes.Ldarg_0);
            references.Others.Befriend(type);
            references.Others.Befriend(declaring);

            // Calls GetType with callvirt, so that a null receiver throws in the dispatch method and not inside GetType. With a call instruction, GetType would
            // be in the stack trace until the JIT has optimised the code.
            code.Emit(OpCodes.Callvirt, getType);
            code.Emit(OpCodes.Ldtoken, type);
            code.Emit(OpCodes.Call, getTypeFromHandle);
            code.Emit(OpCodes.Bne_Un, next);
            code.Emit(OpCodes.Ldarg_0);
            code.Emit(receiver.Type.GetElementType().IsValueType ? OpCodes.Unbox : OpCodes.Castclass, type);
            arguments.ForEach(argument => code.Append(VariableForms.Load(argument)));
            code.Emit(OpCodes.Call, references.On(declaring, twin).Over(ofMethod));
            code.Emit(OpCodes.Ret);
            code.Append(next);
        }

        var slot = own.Of(dispatch.Slot.Type);
        references.Others.Befriend(slot);
        arguments.ForEach(argument => code.Append(VariableForms.Load(argument)));
        code.Emit(OpCodes.Callvirt, references.Others.On(slot, dispatch.Slot.Method).Over(ofMethod));
        code.Emit(OpCodes.Call, conversion);
        code.Emit(OpCodes.Ret);
    }

    /// <summary>
    /// Returns the name of a slot's dispatch method. Type arguments may give two slots of a type the same signature, such as <c>Get(T)</c> and <c>Get(int)</c>
    /// if T is int. If so, a number in the name distinguishes the dispatch methods of the two slots.
    /// </summary>
    private string NameOf(VirtualSlot slot)
    {
        return NumberedName.For($"<{slot.DeclaringType.Name.Split('`')[0]}.{slot.Method.Name}>Dispatch", slot.Method, other => KeyOf(other) == KeyOf(slot.Method));

        string KeyOf(MethodDefinition method) =>
            $"{method.GenericParameters.Count}({string.Join(",", method.Parameters.Select(parameter => references.Others.KeyOf(InSlot(slot).Of(parameter.ParameterType))))})";
    }

    private static TypeSubstitution InSlot(VirtualSlot slot) => new(parameter => parameter.Type == GenericParameterType.Type ? ArgumentOf(slot, parameter) : parameter);

    private static TypeReference ArgumentOf(VirtualSlot slot, GenericParameter parameter) =>
        slot.Type is GenericInstanceType instance ? instance.GenericArguments[parameter.Position] : parameter;
}
