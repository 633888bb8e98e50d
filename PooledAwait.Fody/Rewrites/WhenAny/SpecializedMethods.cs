using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.WhenAny;

/// <summary>Finds the methods of PooledAwait.Runtime that can replace <c>Task.WhenAny</c>, and makes the woven module's references to these methods.</summary>
internal sealed class SpecializedMethods(WovenModule module)
{
    private const string OfTasks = "SpecializedWhenAny";
    private const string OfAwaited = "AwaitedWhenAny";
    private const string WhenAny = "WhenAny";

    /// <summary>The types in PooledAwait.Runtime that the woven code refers to.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{OfTasks}", $"{RuntimeReference.Namespace}.{OfAwaited}"];

    /// <summary>Returns whether the build of PooledAwait.Runtime for the target framework has the method that can replace a call.</summary>
    public bool Has(WhenAnyCall call) => module.Runtime.MainModule.GetType(RuntimeReference.Namespace, TypeName(call)).Methods.Any(method =>
        method.Name == WhenAny && method.IsPublic && method.HasGenericParameters == (call.Overload.Result != null) &&
        (call.Tasks is { } count
            ? method.Parameters.Count == count
            : method.Parameters.Count == 1 && method.Parameters[0].ParameterType.IsArray == (call.Overload.Parameters == WhenAnyParameters.Array)));

    /// <summary>
    /// Makes the reference to the method that replaces a call. The replacing method takes the same arguments as the call, or each of the call's tasks as a
    /// separate argument.
    /// </summary>
    /// <param name="call">The recognised call.</param>
    /// <param name="result">The method's return type, without type arguments.</param>
    public MethodReference For(WhenAnyCall call, TypeReference result)
    {
        var overload = call.Overload;
        var type = new TypeReference(RuntimeReference.Namespace, TypeName(call), module.Definition, module.RuntimeReference());
        return MemberReferences.ForResult(type, WhenAny, overload.Result, own =>
        {
            var antecedent = own == null ? overload.Antecedent : overload.TaskOf(own);
            return (result.Over(antecedent), ParametersOf(call, antecedent));
        });
    }

    private static IEnumerable<TypeReference> ParametersOf(WhenAnyCall call, TypeReference antecedent) => call switch
    {
        { Tasks: { } count } => Enumerable.Repeat(antecedent, count),
        { Overload.Parameters: WhenAnyParameters.Array } => [new ArrayType(antecedent)],
        _ => [SpanOf(call.Overload).Over(antecedent)],
    };

    private static TypeReference SpanOf(WhenAnyOverload overload) => overload.Called.GetElementMethod().Parameters[0].ParameterType.GetElementType();

    private static string TypeName(WhenAnyCall call) => call.Await == null ? OfTasks : OfAwaited;
}
