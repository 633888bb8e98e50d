namespace PooledAwait.Fody.IL;

/// <summary>
/// The names that the C# compiler gives to generated code. Each name consists of <c>&lt;</c>, a name from the source (or nothing), <c>&gt;</c>, a letter or
/// digit for the kind, and in some cases two underscores and more text.
/// </summary>
internal static class GeneratedName
{
    /// <summary>
    /// Returns whether the method exists only as part of another method: a lambda, a local function, a method through which a lambda or local function calls a
    /// base method, or a member of a display class. Methods with other generated names, such as the method that contains the top-level statements, count as the
    /// user's own code.
    /// </summary>
    public static bool IsOwned(MethodReference method) =>
        Kind(method.Name) is 'b' or 'g' or 'n' || (IsClosure(method.DeclaringType) && method.DeclaringType.Name != SecondMethods);

    /// <summary>
    /// Returns whether source code cannot contain the type's name. This method ignores the attribute [CompilerGenerated], because a user's own type may carry
    /// it.
    /// </summary>
    public static bool IsUnspeakable(TypeReference type) => type.Name.IndexOfAny(['<', '$', '@']) >= 0;

    /// <summary>Returns the source name of the captured variable that a display class's field holds.</summary>
    public static string OfCaptured(FieldReference field) =>
        field.Name.StartsWith("$VB$", StringComparison.Ordinal) ? field.Name.Substring("$VB$".Length).Replace("Local_", "")
        : field.Name.StartsWith("<>", StringComparison.Ordinal) && field.Name.EndsWith("__this", StringComparison.Ordinal) ? "this"
        : field.Name;

    /// <summary>
    /// Returns the name of a local or parameter, taken from the generated name of a state machine's field. Returns null if the field's name has another form.
    /// </summary>
    public static string? OfHoisted(FieldReference field) =>
        field.Name.StartsWith("<>3__", StringComparison.Ordinal) ? field.Name.Substring("<>3__".Length)
        : Kind(field.Name) == '5' && EndOfSourceName(field.Name) > 1 ? field.Name.Substring(1, EndOfSourceName(field.Name) - 1)
        : null;

    /// <summary>The name of a second method's first parameter, if the original is an instance method. The parameter is the original's receiver.</summary>
    public const string This = "this";

    /// <summary>The name of the nested class to which the weaver adds a type's second methods.</summary>
    public const string SecondMethods = "<>c__PooledAwait";

    /// <summary>Returns whether the type is a class for lambdas and the variables that they capture, or the weaver's class for second methods.</summary>
    public static bool IsClosure(TypeReference type) => Kind(type.Name) == 'c';

    /// <summary>Returns whether the type is in the source. File-local types count, although their names are generated.</summary>
    public static bool IsFromSource(TypeReference type) => Kind(type.Name) is '\0' or 'F';

    /// <summary>Goes from the given type outwards, and returns the first type that is in the source. If there is none, returns the outermost type.</summary>
    public static TypeDefinition SourceTypeOf(TypeDefinition type) => type.Enclosing().First(outer => outer.DeclaringType == null || IsFromSource(outer));

    /// <summary>
    /// Returns the type's name in the source. The generated name of a file-local type contains its source name. Any other type's name is returned as it is.
    /// </summary>
    public static string InSource(TypeReference type)
    {
        var separator = Kind(type.Name) == 'F' ? type.Name.IndexOf("__", EndOfSourceName(type.Name), StringComparison.Ordinal) : -1;
        return separator < 0 ? type.Name : type.Name.Substring(separator + "__".Length);
    }

    /// <summary>Returns whether the method is a lambda or an anonymous method.</summary>
    public static bool IsLambda(MethodReference method) => Kind(method.Name) == 'b';

    /// <summary>
    /// Returns whether the method is a lambda, an anonymous method or a local function. If code calls such a method or makes a delegate of the method, a
    /// trimmer that reads this code recognises the method by its name.
    /// </summary>
    public static bool IsNestedFunction(MethodReference method) => Kind(method.Name) is 'b' or 'g';

    /// <summary>Returns the name that a local function has in the source; null for any other method.</summary>
    public static string? LocalFunction(MethodReference method)
    {
        if (Kind(method.Name) != 'g')
        {
            return null;
        }

        var start = EndOfSourceName(method.Name) + "g__".Length + 1;
        var end = method.Name.IndexOf('|', start);
        return end < 0 ? null : method.Name.Substring(start, end - start);
    }

    /// <summary>
    /// Returns a changed form of a local function's name. People still recognise the changed name, but tools do not mistake it for the name of a local
    /// function. Any other method's name is returned as it is.
    /// </summary>
    public static string AsOfAMethod(MethodReference localFunction)
    {
        var end = EndOfSourceName(localFunction.Name);
        return Kind(localFunction.Name) == 'g' ? $"{localFunction.Name.Substring(1, end - 1)}.{localFunction.Name.Substring(end + ">g__".Length)}" : localFunction.Name;
    }

    /// <summary>Returns the letter or digit after the closing angle bracket; zero if the compiler did not generate the name.</summary>
    private static char Kind(string name)
    {
        var end = EndOfSourceName(name);
        return end >= 0 && end + 1 < name.Length ? name[end + 1] : '\0';
    }

    // The name in the brackets may itself contain brackets, if it is the name of a lambda, or of an explicit implementation of a generic interface.
    private static int EndOfSourceName(string name)
    {
        if (name.Length == 0 || name[0] != '<')
        {
            return -1;
        }

        var depth = 0;
        for (var i = 0; i < name.Length; i++)
        {
            depth += name[i] switch { '<' => 1, '>' => -1, _ => 0 };
            if (depth == 0)
            {
                return i;
            }
        }

        return -1;
    }
}
