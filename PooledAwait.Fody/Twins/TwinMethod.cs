using Mono.Cecil;
using PooledAwait.Fody.Awaits;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Trimming;

namespace PooledAwait.Fody.Twins;

/// <summary>Declares twins, without code: what a method has that its callers and the tools that read it depend on, with a ValueTask in the place of the task.</summary>
internal static class TwinMethod
{
    /// <summary>Covers the accessors of a property too, one of which a twin is not, as <see cref="TrimmerDemands.IsRequirement"/> does.</summary>
    private const string Suppression = "UnconditionalSuppressMessageAttribute";

    /// <summary>
    /// A name with the method's own in it, which stack traces and profiles show, and which no language can write. A local function's twin is mostly one by its
    /// name too: trimmers find local functions, and what those need, by the calls of such names.
    /// </summary>
    /// <remarks>Methods whose types have the same names in several assemblies may have one name and signature in text: of those each has a number of its own.</remarks>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="isFound">Whether a trimmer finds it without its twin.</param>
    public static string NameOf(MethodDefinition method, bool isFound) => NumberedName.For(
        GeneratedName.IsNestedFunction(method) && !isFound ? $"{method.Name}Direct" : $"<{GeneratedName.AsOfAMethod(method)}>Direct", method, other =>
            other.GenericParameters.Count == method.GenericParameters.Count && other.CallingConvention == method.CallingConvention && other.FullName == method.FullName);

    /// <summary>Adds a twin to a method's type, for which no source can name it. It is private until a caller elsewhere needs it.</summary>
    public static MethodDefinition Beside(MethodDefinition method, string name, ValueTaskReferences types)
    {
        var twin = Beside(method, name);
        twin.ReturnType = types.Of(TaskType.ResultOf(twin.ReturnType)).ValueTask;
        method.DeclaringType.Methods.Add(twin);
        return twin;
    }

    /// <summary>Declares a second method that takes and returns the same, and is in no type yet.</summary>
    public static MethodDefinition Beside(MethodDefinition method, string name)
    {
        var twin = new MethodDefinition(name, MethodAttributes.Private | MethodAttributes.HideBySig | (method.Attributes & MethodAttributes.Static), method.ReturnType)
        {
            HasThis = method.HasThis,
            ExplicitThis = method.ExplicitThis,
            CallingConvention = method.CallingConvention,
            ImplAttributes = method.ImplAttributes,
        };
        var inTwin = InTwin(twin);
        CopiedSignature.AddTypeParameters([.. method.GenericParameters], twin, inTwin.Of);
        CopiedSignature.AddParameters(method, twin, inTwin.Of);
        twin.ReturnType = inTwin.Of(method.ReturnType);
        CopiedSignature.CopyAttributes(method, twin);
        if (method.IsGetter)
        {
            CopiedSignature.CopyAttributes(
                method.DeclaringType.Properties.Single(property => property.GetMethod == method), twin, attribute => attribute.AttributeType.Name == Suppression || TrimmerDemands.IsRequirement(attribute));
        }

        twin.CustomAttributes.Add(CompilerGenerated.In(method.Module));
        return twin;
    }

    /// <summary>The twin that an earlier weave gave a method, for other callers; null where there is none. Two of one signature are no valid assembly.</summary>
    /// <param name="method">The async method or forwarder.</param>
    /// <param name="name">The twin's.</param>
    /// <param name="references">Names the types of ValueTasks, and has a text for each type, however its assembly is named.</param>
    /// <param name="own">Those that this weave made, which belong to other methods.</param>
    public static MethodDefinition? MadeBefore(MethodDefinition method, string name, TwinReferences references, IReadOnlyCollection<MethodDefinition> own)
    {
        var returned = KeyOf(references.ValueTasks.Of(TaskType.ResultOf(method.ReturnType)).ValueTask);
        return method.DeclaringType.Methods.FirstOrDefault(other =>
            other.Name == name && CompilerGenerated.IsOn(other) && KeyOf(other.ReturnType) == returned && other.IsStatic == method.IsStatic && other.GenericParameters.Count == method.GenericParameters.Count &&
            other.Parameters.Select(parameter => KeyOf(parameter.ParameterType)).SequenceEqual(method.Parameters.Select(parameter => KeyOf(parameter.ParameterType))) && !own.Contains(other));

        string KeyOf(TypeReference type) => references.Others.KeyOf(type);
    }

    /// <summary>Types of the method that a twin stands beside, as the twin names them.</summary>
    public static TypeSubstitution InTwin(MethodDefinition twin) =>
        new(parameter => parameter.Type == GenericParameterType.Method ? twin.GenericParameters[parameter.Position] : parameter);

    /// <summary>A method that a twin stands beside, as the twin's code names it.</summary>
    public static MethodReference InTwin(MethodDefinition method, MethodDefinition twin)
    {
        var open = method.DeclaringType.HasGenericParameters ? TypeSubstitution.On(TypeSubstitution.Itself(method.DeclaringType), method) : method;
        return open.Over(twin.GenericParameters);
    }
}
