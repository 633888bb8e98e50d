namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Declares twins, without code. A twin has everything that its method's callers, and tools that read the method, depend on; only the task is replaced by a ValueTask.</summary>
internal static class TwinMethod
{
    /// <summary>
    /// The twin's name, which no language can express. It contains the method's name, because stack traces and profiles show it. A local function's twin may be
    /// named as a local function too. Trimmers recognise local functions by their names, and learn from the calls of one which method it belongs to.
    /// </summary>
    /// <remarks>Overloads can differ only in the assemblies of their parameter types, so that their signatures are equal as text. A number then distinguishes their twins.</remarks>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="isFound">Whether code other than the twin calls the local function, so that a trimmer learns from there to which method it belongs.</param>
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
    /// <param name="references">Names the ValueTask types, and gives the text that identifies a type, whichever assembly a reference names.</param>
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

    /// <summary>The reference to a method in its twin's code.</summary>
    public static MethodReference InTwin(MethodDefinition method, MethodDefinition twin)
    {
        var open = method.DeclaringType.HasGenericParameters ? TypeSubstitution.On(method.DeclaringType.Over(twin.DeclaringType.GenericParameters), method) : method;
        return open.Over(twin.GenericParameters);
    }
}
