using PooledAwait.Fody.Program;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Makes a second method for each method that takes delegates and only calls them. The second method has the same code, but passes a state in each call of a
/// delegate.
/// </summary>
/// <param name="owners">Records which method each second method was copied from.</param>
internal sealed class InvokingTwins(MethodOwners owners)
{
    private readonly Dictionary<MethodDefinition, InvokingTwin> _twins = [];
    private readonly Dictionary<MethodDefinition, InvokingTwin> _removed = [];

    /// <summary>The second methods that this weave made and did not remove again.</summary>
    public IEnumerable<(MethodDefinition Method, MethodDefinition Twin)> Made => _twins.Values.Where(twin => twin.IsNew && !_removed.ContainsKey(twin.Twin)).Select(twin => (twin.Method, twin.Twin));

    /// <summary>
    /// Returns the name of a method's second method. Source code cannot contain this name. The name includes the original method's name, because stack traces
    /// show the second method's name. The second methods of two overloads may take the same parameters, for example if one overload takes a WaitCallback and
    /// the other an Action&lt;object&gt;. Then a number distinguishes the second methods.
    /// </summary>
    public static string NameOf(MethodDefinition method) =>
        NumberedName.For($"<{GeneratedName.AsOfAMethod(method)}>State", method, other => SecondMethods.TakeTheSame(other, method, ShapeOf));

    /// <summary>
    /// Makes the second method that will replace the method named in a call. Makes each second method only once, and none for a method of the base library. The
    /// rewrite makes all second methods before it changes any call. So each second method is a copy of code that this rewrite has not changed.
    /// </summary>
    public void Want(StateObjectCall call)
    {
        if (call.Overload.Method.Own is not { } own)
        {
            return;
        }

        if (!_twins.TryGetValue(own.Method, out var twin))
        {
            _twins.Add(own.Method, twin = WeaveStep.About("the second method", own.Method, () => TwinOf(own)));
            owners.Add(twin.Twin, own.Method);
        }

        twin.Callers.Add(call.Caller);

        // A second method that version 2.0 of the weaver made is private. It must become internal if a caller is in another type.
        if (!call.Caller.DeclaringType.Enclosing().Contains(own.Method.DeclaringType))
        {
            twin.Twin.IsAssembly = true;
        }
    }

    /// <summary>Makes the call that passes a state to the second method.</summary>
    public Instruction Replacement(StateObjectCall call)
    {
        var twin = _twins[call.Overload.Method.Own!.Method].Twin;
        var called = ((MethodReference)call.Call.Operand).GetElementMethod().DeclaringType;
        var arguments = ((GenericInstanceMethod)call.Counterpart.Method).GenericArguments;
        return Instruction.Create(twin.IsStatic ? OpCodes.Call : call.Call.OpCode, SecondMethodReference.On(called, twin).Over(arguments));
    }

    /// <summary>
    /// Removes the second methods that no code calls. If a second method returns a task, it may have a twin. The rewrite of direct awaits may then have
    /// replaced all calls of the second method with calls of the twin.
    /// </summary>
    public void RemoveUncalled()
    {
        foreach (var twin in _twins.Values.Where(twin => twin.IsNew && !twin.Callers.Any(caller => Calls(caller, twin.Twin))))
        {
            SecondMethods.Remove(twin.Twin);
            _removed.Add(twin.Twin, twin);
        }
    }

    /// <summary>For a removed second method, returns the method that it was copied from; for any other method, the method itself.</summary>
    public MethodDefinition InPlaceOf(MethodDefinition method) => _removed.TryGetValue(method, out var twin) ? twin.Method : method;

    private static bool Calls(MethodDefinition caller, MethodDefinition twin) =>
        caller.Body.Instructions.Any(instruction => instruction.Operand is MethodReference called && called.Name == twin.Name && called.Definition() == twin);

    private static InvokingTwin TwinOf(InvokingMethod own)
    {
        var method = own.Method;
        var twin = SecondMethods.Declare(method, NameOf(method));
        CopiedSignature.CopyAttributes(method.MethodReturnType, twin.MethodReturnType);
        var copies = BodyCopy.Of(method, twin, SecondMethods.TypesIn(twin));

        var first = method.HasThis ? 1 : 0;
        var type = new GenericParameter("TState", twin);
        twin.GenericParameters.Add(type);
        var shapes = own.Delegates.ToDictionary(invoked => invoked, invoked => Shape(twin.Parameters[invoked.Parameter.Index + first].ParameterType, type));
        foreach (var (invoked, shape) in shapes.Select(pair => (pair.Key, pair.Value)))
        {
            twin.Parameters[invoked.Parameter.Index + first].ParameterType = shape.Type;
        }

        var state = new ParameterDefinition("state", ParameterAttributes.None, type);
        var place = own.Delegates[own.Delegates.Count - 1].Parameter.Index + first + 1;
        twin.Parameters.Insert(place, state);
        if (MadeBefore(method, twin) is { } before)
        {
            SecondMethods.Remove(twin);
            return new(method, before, IsNew: false);
        }

        using var editor = new BodyEditor(twin);
        foreach (var (instruction, copy) in method.Body.Instructions.Zip(copies, (instruction, copy) => (instruction, copy)))
        {
            // Only instructions without an operand, such as ldarg.1, refer to a parameter by its number. The new parameter may change this number.
            if (instruction.Operand == null && VariableAccess.Of(instruction, method) is { Variable: { IsParameter: true, Index: var index } } && index >= place)
            {
                editor.Replace(copy, VariableForms.Load(twin.Parameters[index + 1]));
            }
        }

        foreach (var (invoked, shape) in shapes.Select(pair => (pair.Key, pair.Value)))
        {
            foreach (var call in invoked.Calls)
            {
                var copy = copies[method.Body.Instructions.IndexOf(call)];
                editor.InsertOnEveryPathTo(copy, VariableForms.Load(state));
                editor.ReplaceOperand(copy, Invoke(shape));
            }
        }

        CallEffects.Insert(method, editor);
        return new(method, twin, IsNew: true);
    }

    /// <summary>Returns the second method that an earlier weave made for a method; null if there is none.</summary>
    private static MethodDefinition? MadeBefore(MethodDefinition method, MethodDefinition twin) =>
        twin.DeclaringType.Methods.FirstOrDefault(other => other != twin && IsSame(other, twin, twin.Parameters)) ??
        method.DeclaringType.Methods.FirstOrDefault(other =>
            CompilerGenerated.IsOn(other) && other.IsStatic == method.IsStatic && IsSame(other, twin, twin.Parameters.Skip(method.HasThis ? 1 : 0)));

    private static bool IsSame(MethodDefinition other, MethodDefinition twin, IEnumerable<ParameterDefinition> parameters) =>
        other.Name == twin.Name && other.GenericParameters.Count == twin.GenericParameters.Count && other.Parameters.Select(KeyOf).SequenceEqual(parameters.Select(KeyOf));

    private static string ShapeOf(TypeReference type) => DelegateShape.Of(type) is { } shape
        ? $"({string.Join(",", shape.Parameters.Select(TypeKey.OfDefinition))}) {(shape.Result == null ? "" : TypeKey.OfDefinition(shape.Result))}"
        : TypeKey.OfDefinition(type);

    private static string KeyOf(ParameterDefinition parameter) => TypeKey.OfDefinition(parameter.ParameterType);

    private static DelegateShape Shape(TypeReference type, TypeReference state)
    {
        var shape = DelegateShape.Of(type)!;
        return shape.Taking([.. shape.Parameters, state])!;
    }

    private static MethodReference Invoke(DelegateShape shape)
    {
        var parameters = shape.Type.GetElementType().GenericParameters;
        return MemberReferences.Instance(
            shape.Type, "Invoke", shape.Result == null ? shape.Type.Module.TypeSystem.Void : parameters[parameters.Count - 1], parameters.Take(shape.Parameters.Count));
    }

    /// <param name="Method">The method that only calls its delegates.</param>
    /// <param name="Twin">The second method, which takes a state.</param>
    /// <param name="IsNew">Whether this weave, and not an earlier one, made the second method.</param>
    private sealed record InvokingTwin(MethodDefinition Method, MethodDefinition Twin, bool IsNew)
    {
        /// <summary>The methods that will call the second method.</summary>
        public List<MethodDefinition> Callers { get; } = [];
    }
}
