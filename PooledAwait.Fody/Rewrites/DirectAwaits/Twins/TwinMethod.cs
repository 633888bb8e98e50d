namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Declares twins, without code. A twin gets the parameters of its method, and those attributes that trimmers and debuggers read. A twin returns a ValueTask in
/// place of a task.
/// </summary>
internal static class TwinMethod
{
    /// <summary>
    /// Returns the name of a method's twin. No language can express this name. The name contains the method's name, because stack traces and profiles show the
    /// twin's name. Trimmers recognise a local function by its name, and find the method to which it belongs from its calls. If <paramref name="isFound"/> is
    /// false, the twin of a local function is itself named like a local function. So trimmers find the method to which the twin belongs. If the local function
    /// is async, this twin contains a call of the function. So trimmers find the same method for the function.
    /// </summary>
    /// <remarks>
    /// The signatures of two overloads can be equal as text, if their parameter types differ only in the assembly. If so, a number distinguishes the twins of
    /// the overloads.
    /// </remarks>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="isFound">
    /// Whether an ordinary method calls the local function after the weave (<see cref="CalledLocalFunctions"/>). From such a call, a trimmer finds the method
    /// to which the local function belongs.
    /// </param>
    public static string NameOf(MethodDefinition method, bool isFound) => NumberedName.For(
        GeneratedName.IsNestedFunction(method) && !isFound ? $"{method.Name}Direct" : $"<{GeneratedName.AsOfAMethod(method)}>Direct", method, other =>
            other.ReturnType.FullName == method.ReturnType.FullName && SecondMethods.TakeTheSame(other, method, type => type.FullName));

    public static MethodDefinition Declare(MethodDefinition method, string name, ValueTaskReferences types)
    {
        var twin = SecondMethods.Declare(method, name);
        twin.ReturnType = types.Of(TaskType.ResultOf(twin.ReturnType)).ValueTask;
        return twin;
    }

    /// <summary>
    /// Returns the twin that an earlier weave made for a method; null if there is none. A second twin with the same name and signature would make the assembly
    /// invalid.
    /// </summary>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="name">The twin's name.</param>
    /// <param name="references">
    /// Makes references to the ValueTask types. Also returns a text that identifies a type. This method compares types by their texts. The text is the same for
    /// all references to the type, even through different assemblies.
    /// </param>
    /// <param name="own">The twins that this weave made. They belong to other methods, so they are not returned.</param>
    public static MethodDefinition? MadeBefore(MethodDefinition method, string name, TwinReferences references, IReadOnlyCollection<MethodDefinition> own)
    {
        var returned = KeyOf(references.ValueTasks.Of(TaskType.ResultOf(method.ReturnType)).ValueTask);
        return SecondMethods.ClassOf(method.DeclaringType)?.Methods.FirstOrDefault(other => IsTwin(other, method.ArgumentTypes())) ??
            method.DeclaringType.Methods.FirstOrDefault(other =>
                CompilerGenerated.IsOn(other) && other.IsStatic == method.IsStatic && IsTwin(other, method.Parameters.Select(parameter => parameter.ParameterType)));

        bool IsTwin(MethodDefinition other, IEnumerable<TypeReference> parameters) =>
            other.Name == name && KeyOf(other.ReturnType) == returned && other.GenericParameters.Count == method.GenericParameters.Count &&
            other.Parameters.Select(parameter => KeyOf(parameter.ParameterType)).SequenceEqual(parameters.Select(KeyOf)) && !own.Contains(other);

        string KeyOf(TypeReference type) => references.Others.KeyOf(type);
    }

    /// <summary>Makes a reference to a method, for the code of the method's twin.</summary>
    public static MethodReference InTwin(MethodDefinition method, MethodDefinition twin)
    {
        var open = method.DeclaringType.HasGenericParameters ? TypeSubstitution.On(method.DeclaringType.Over(twin.DeclaringType.GenericParameters), method) : method;
        return open.Over(twin.GenericParameters);
    }
}
