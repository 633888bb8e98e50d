namespace PooledAwait.Fody.Rewrites.DirectAwaits;

/// <summary>Declares twins, without code. A twin has everything that the method's callers, and the tools that read it, depend on, with a ValueTask in place of the task.</summary>
internal static class TwinMethod
{
    /// <summary>
    /// A name that contains the method's own name, which stack traces and profiles show, and that no language can write. A local function's twin usually has a local function's
    /// name too, because trimmers find local functions, and what they need, by calls of methods with these names.
    /// </summary>
    /// <remarks>Methods whose types have the same names in several assemblies may have the same name and signature in text. Each of these has a number of its own.</remarks>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="isFound">Whether a trimmer finds the method without its twin.</param>
    public static string NameOf(MethodDefinition method, bool isFound) => NumberedName.For(
        GeneratedName.IsNestedFunction(method) && !isFound ? $"{method.Name}Direct" : $"<{GeneratedName.AsOfAMethod(method)}>Direct", method, other =>
            other.ReturnType.FullName == method.ReturnType.FullName && SecondMethods.TakeTheSame(other, method, type => type.FullName));

    /// <summary>Declares the twin of a method. No source code can name the twin.</summary>
    public static MethodDefinition Declare(MethodDefinition method, string name, ValueTaskReferences types)
    {
        var twin = SecondMethods.Declare(method, name);
        twin.ReturnType = types.Of(TaskType.ResultOf(twin.ReturnType)).ValueTask;
        return twin;
    }

    /// <summary>The twin that an earlier weave gave a method, for other callers; null if there is none. An assembly with two methods of one signature is invalid.</summary>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="name">The twin's name.</param>
    /// <param name="references">Names the ValueTask types, and gives each type one text, however its assembly is named.</param>
    /// <param name="own">The twins that this weave made, which belong to other methods.</param>
    public static MethodDefinition? MadeBefore(MethodDefinition method, string name, TwinReferences references, IReadOnlyCollection<MethodDefinition> own)
    {
        var returned = KeyOf(references.ValueTasks.Of(TaskType.ResultOf(method.ReturnType)).ValueTask);
        return SecondMethods.ClassOf(method.DeclaringType)?.Methods.FirstOrDefault(other => IsTwin(other, SecondMethods.ParametersOf(method))) ??
            method.DeclaringType.Methods.FirstOrDefault(other =>
                CompilerGenerated.IsOn(other) && other.IsStatic == method.IsStatic && IsTwin(other, method.Parameters.Select(parameter => parameter.ParameterType)));

        bool IsTwin(MethodDefinition other, IEnumerable<TypeReference> parameters) =>
            other.Name == name && KeyOf(other.ReturnType) == returned && other.GenericParameters.Count == method.GenericParameters.Count &&
            other.Parameters.Select(parameter => KeyOf(parameter.ParameterType)).SequenceEqual(parameters.Select(KeyOf)) && !own.Contains(other);

        string KeyOf(TypeReference type) => references.Others.KeyOf(type);
    }

    /// <summary>A method, as its twin's code names it.</summary>
    public static MethodReference InTwin(MethodDefinition method, MethodDefinition twin)
    {
        var open = method.DeclaringType.HasGenericParameters ? TypeSubstitution.On(method.DeclaringType.Over(twin.DeclaringType.GenericParameters), method) : method;
        return open.Over(twin.GenericParameters);
    }
}
