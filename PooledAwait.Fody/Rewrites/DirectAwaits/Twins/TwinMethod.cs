namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>
/// Declares twins, without code. A twin is a second method (<see cref="SecondMethods"/>) that returns a ValueTask in place of its method's task.
/// </summary>
internal static class TwinMethod
{
    /// <summary>
    /// Makes the twin's name, which no language can express. It contains the method's name, because stack traces and profiles show it. For a lambda or a local
    /// function, it may begin with the whole name, so that trimmers take the twin for a nested function, too. From a call of a nested function, trimmers learn
    /// to which method it belongs.
    /// </summary>
    /// <remarks>
    /// The twins of two methods of one name can have the same signature. For example, two overloads may have parameter types that have the same name, but are
    /// in different assemblies. A number then distinguishes the twins.
    /// </remarks>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="isFound">
    /// Whether other code than the twin calls the local function. If so, trimmers learn there to which method it belongs, and the twin is not named as a nested
    /// function.
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

    /// <summary>The twin that an earlier weave made for a method; null if there is none. With two twins of a method, the assembly would be invalid.</summary>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="name">The twin's name.</param>
    /// <param name="references">
    /// Makes references to the ValueTask types. Also makes a text that identifies a type, whichever assembly a reference to it names.
    /// </param>
    /// <param name="own">The twins that this weave made; they belong to other methods.</param>
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

    /// <summary>Returns the reference by which a twin's code names the twin's method.</summary>
    public static MethodReference InTwin(MethodDefinition method, MethodDefinition twin)
    {
        var open = method.DeclaringType.HasGenericParameters ? TypeSubstitution.On(method.DeclaringType.Over(twin.DeclaringType.GenericParameters), method) : method;
        return open.Over(twin.GenericParameters);
    }
}
