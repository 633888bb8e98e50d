using PooledAwait.Fody.Rewrites.StateObjects;

namespace PooledAwait.Fody.Verification;

/// <summary>
/// Finds second methods in an assembly, by their names and parameters. Version 2.0.0 put a second method into the type of the original method. In later
/// versions, the second method is a static method of a class nested in this type, and takes the receiver of an instance method as its first parameter.
/// </summary>
internal static class SecondMethodSearch
{
    /// <summary>
    /// A text in each dispatch method's name. Before this text are the type and the name of the virtual method whose calls go to the dispatch method. A number
    /// may follow it.
    /// </summary>
    public const string Dispatch = ">Dispatch";

    private const string Direct = "Direct";
    private const string State = "State";

    /// <summary>
    /// Returns the second methods whose original method is found. The original is not found if a trimmer has removed it, or an obfuscator has renamed it.
    /// </summary>
    public static IEnumerable<SecondMethod> In(ModuleDefinition module)
    {
        foreach (var type in module.GetTypes())
        {
            var place = type.Name == GeneratedName.SecondMethods && type.DeclaringType is { } outer ? outer : type;
            foreach (var second in type.Methods.Where(method => method.HasBody && (place != type || CompilerGenerated.IsOn(method))))
            {
                var takesState = KindOf(second.Name) == State;
                var methods = place.Methods.Concat(place == type ? [] : type.Methods).Where(method => method != second && method.HasBody && IsNamed(second, method) && (takesState ? TakesState(second, method) : TakesTheSame(second, method))).ToList();
                if (methods.Count > 0)
                {
                    yield return new SecondMethod(methods, second, takesState);
                }
            }
        }
    }

    /// <summary>
    /// Returns whether <paramref name="second"/> is the second method of <paramref name="method"/>, or the dispatch method for virtual calls to
    /// <paramref name="method"/>.
    /// </summary>
    public static bool IsOf(MethodReference second, MethodReference method) => IsNamed(second, method) ? KeyOf(PlaceOf(second)) == KeyOf(method.DeclaringType.GetElementType()) : IsDispatch(second, method);

    /// <summary>Returns a text that identifies a type. References that name different assemblies for the type give the same text.</summary>
    public static string KeyOf(TypeReference type) => TypeKey.Of(type, _ => "");

    private static bool IsDispatch(MethodReference second, MethodReference method) =>
        second.Name.Contains(Dispatch) && second.Name.StartsWith($"<{method.DeclaringType.Name.Split('`')[0]}.{method.Name}>", StringComparison.Ordinal);

    private static TypeReference PlaceOf(MethodReference second) =>
        second.DeclaringType.GetElementType() is { Name: GeneratedName.SecondMethods, DeclaringType: { } outer } ? outer : second.DeclaringType.GetElementType();

    /// <summary>
    /// Returns whether the second method's name is made from the other method's name. For a lambda or local function, the second method's name may contain the
    /// function's whole generated name, because trimmers recognise lambdas and local functions by that name.
    /// </summary>
    private static bool IsNamed(MethodReference second, MethodReference method) =>
        NameOf(second.Name) is { } name && (name == $"<{GeneratedName.AsOfAMethod(method)}>" || (name == method.Name && GeneratedName.IsNestedFunction(method)));

    private static string? NameOf(string second) => KindOf(second) is { } kind ? second.Substring(0, second.LastIndexOf(kind, StringComparison.Ordinal)) : null;

    /// <summary>
    /// Returns the word with which a second method's name ends: Direct or State. Returns null for any other name. If several second methods would have the same
    /// name and signature, a number follows the word.
    /// </summary>
    private static string? KindOf(string second)
    {
        var name = second.TrimEnd('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');
        return !name.StartsWith("<", StringComparison.Ordinal) ? null
            : name.EndsWith(Direct, StringComparison.Ordinal) ? Direct
            : name.EndsWith(State, StringComparison.Ordinal) ? State
            : null;
    }

    private static bool TakesTheSame(MethodDefinition second, MethodDefinition method) =>
        second.GenericParameters.Count == method.GenericParameters.Count &&
        ParametersOf(second, method)?.Select(KeyOf).SequenceEqual(method.Parameters.Select(parameter => KeyOf(parameter.ParameterType))) == true;

    /// <summary>
    /// Returns whether the second method takes the method's parameters and a state. The state's type is an additional type parameter. The second method's
    /// delegate parameters have different types, because the delegates also take the state.
    /// </summary>
    private static bool TakesState(MethodDefinition second, MethodDefinition method)
    {
        if (second.GenericParameters.Count != method.GenericParameters.Count + 1 || ParametersOf(second, method) is not { } parameters || parameters.Count != method.Parameters.Count + 1)
        {
            return false;
        }

        var state = parameters.FindIndex(type => type is GenericParameter { Type: GenericParameterType.Method } own && own.Position == method.GenericParameters.Count);
        var others = parameters.Where((_, index) => index != state);
        return state >= 0 && others.Zip(method.Parameters, (one, other) => KeyOf(one) == KeyOf(other.ParameterType) || DelegateShape.Of(other.ParameterType) != null).All(isSame => isSame);
    }

    /// <summary>
    /// Returns the types of the second method's parameters, without the parameter for the receiver. Returns null if only the original method is static. Also
    /// returns null if only the second method is static, and it has no parameters.
    /// </summary>
    private static List<TypeReference>? ParametersOf(MethodDefinition second, MethodDefinition method)
    {
        var added = second.IsStatic && !method.IsStatic ? 1 : 0;
        return second.IsStatic == method.IsStatic || (added == 1 && second.Parameters.Count > 0) ? [.. second.Parameters.Skip(added).Select(parameter => parameter.ParameterType)] : null;
    }
}
