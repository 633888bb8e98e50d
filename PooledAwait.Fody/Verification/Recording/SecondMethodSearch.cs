using PooledAwait.Fody.Rewrites.StateObjects;

namespace PooledAwait.Fody.Verification;

/// <summary>
/// Finds second methods in an assembly, by their names and parameters. Version 2.0.0 put a second method into the type of the original method. Later versions
/// make it a static method of a class nested in this type, with the object as the first parameter.
/// </summary>
internal static class SecondMethodSearch
{
    /// <summary>The end of a dispatch method's name. Before it are the type and the name of the method that the dispatch method stands for.</summary>
    public const string Dispatch = ">Dispatch";

    private const string Direct = "Direct";
    private const string State = "State";

    /// <summary>The second methods whose original method is found. A trimmer may have removed the original, or an obfuscator may have renamed it.</summary>
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
    /// Returns whether one method is the second method of another method, or the dispatch method that finds the second method for virtual calls of the other
    /// method.
    /// </summary>
    public static bool IsOf(MethodReference second, MethodReference method) => IsNamed(second, method) ? KeyOf(PlaceOf(second)) == KeyOf(method.DeclaringType.GetElementType()) : IsDispatch(second, method);

    /// <summary>A text that identifies a type. References that name different assemblies for the type give the same text.</summary>
    public static string KeyOf(TypeReference type) => TypeKey.Of(type, _ => "");

    private static bool IsDispatch(MethodReference second, MethodReference method) =>
        second.Name.Contains(Dispatch) && second.Name.StartsWith($"<{method.DeclaringType.Name.Split('`')[0]}.{method.Name}>", StringComparison.Ordinal);

    private static TypeReference PlaceOf(MethodReference second) =>
        second.DeclaringType.GetElementType() is { Name: GeneratedName.SecondMethods, DeclaringType: { } outer } ? outer : second.DeclaringType.GetElementType();

    /// <summary>
    /// Returns whether the second method's name is made from the method's name. The second method of a lambda or local function may contain that function's
    /// whole name, because trimmers recognise nested functions by this name.
    /// </summary>
    private static bool IsNamed(MethodReference second, MethodReference method) =>
        NameOf(second.Name) is { } name && (name == $"<{GeneratedName.AsOfAMethod(method)}>" || (name == method.Name && GeneratedName.IsNestedFunction(method)));

    private static string? NameOf(string second) => KindOf(second) is { } kind ? second.Substring(0, second.LastIndexOf(kind, StringComparison.Ordinal)) : null;

    /// <summary>
    /// The kind with which a second method's name ends; null for any other name. If several second methods have the same signature, a number follows the kind.
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
    /// Returns whether the second method takes the method's parameters and a state. The state's type is an additional type parameter. Delegate parameters have
    /// other types, because their delegates also take the state.
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
    /// The types of the second method's parameters, without the parameter for the object. Null if the method is called on an object, and the second method does
    /// not take one.
    /// </summary>
    private static List<TypeReference>? ParametersOf(MethodDefinition second, MethodDefinition method)
    {
        var added = second.IsStatic && !method.IsStatic ? 1 : 0;
        return second.IsStatic == method.IsStatic || (added == 1 && second.Parameters.Count > 0) ? [.. second.Parameters.Skip(added).Select(parameter => parameter.ParameterType)] : null;
    }
}
