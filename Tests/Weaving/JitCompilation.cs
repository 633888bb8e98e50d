using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tests.Weaving;

/// <summary>Makes the JIT compile every method of an assembly. Generic methods are compiled for references, primitives and structs.</summary>
internal sealed class JitCompilation
{
    private const BindingFlags Everything =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Type[] s_arguments = [typeof(object), typeof(int), typeof((string, long)), typeof(List<int>), typeof(Task)];

    private readonly List<string> _failures = [];
    private readonly List<string> _uninstantiated = [];

    private JitCompilation()
    {
    }

    /// <summary>The number of compiled methods. Each instantiation counts.</summary>
    public int Compiled { get; private set; }

    /// <summary>The methods that could not be compiled, and why.</summary>
    public IReadOnlyList<string> Failures => _failures;

    /// <summary>The generic methods for which no type arguments were found.</summary>
    public IReadOnlyList<string> Uninstantiated => _uninstantiated;

    public static JitCompilation Of(Assembly assembly)
    {
        var result = new JitCompilation();
        var types = LoadableTypes(assembly);
        var own = types.Where(type => !type.ContainsGenericParameters && !type.IsByRefLike && !type.IsAbstract).ToArray();
        foreach (var type in types)
        {
            result.Compile(type, own);
        }

        return result;
    }

    private void Compile(Type type, Type[] own)
    {
        try
        {
            foreach (var method in type.GetMethods(Everything).Concat<MethodBase>(type.GetConstructors(Everything)))
            {
                Compile(method, own);
            }
        }
        catch (Exception exception)
        {
            // A signature may refer to a type of a missing assembly.
            _failures.Add($"{type}: {exception.GetType().Name}: {exception.Message}");
        }
    }

    private void Compile(MethodBase method, Type[] own)
    {
        string? name = null;
        try
        {
            name = $"{method.DeclaringType}.{method}";
            if (method.GetMethodBody() == null)
            {
                return;
            }

            var instantiations = Instantiations(method, own).ToList();
            if (instantiations.Count == 0)
            {
                _uninstantiated.Add(name);
            }

            foreach (var arguments in instantiations)
            {
                RuntimeHelpers.PrepareMethod(method.MethodHandle, [.. arguments.Select(argument => argument.TypeHandle)]);
                Compiled++;
            }
        }
        catch (Exception exception)
        {
            // Catches every exception, because the caller compares the failures with those of the unwoven assembly.
            _failures.Add($"{name ?? method.Name}: {exception.GetType().Name}: {exception.Message}");
        }
    }

    private static Type[] LoadableTypes(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException exception)
        {
            return [.. exception.Types.OfType<Type>()];
        }
    }

    // Makes a list of type arguments for each type of s_arguments. In the list, each type parameter that this type fits gets this type. Each other parameter
    // gets the first type of s_arguments, or of the assembly's own types, that fits the parameter.
    private static IEnumerable<Type[]> Instantiations(MethodBase method, Type[] own)
    {
        var type = method.DeclaringType!;
        var parameters = type.GetGenericArguments().Concat(method.IsGenericMethodDefinition ? method.GetGenericArguments() : []).ToArray();
        if (parameters.Length == 0)
        {
            return [[]];
        }

        return s_arguments
            .Select(preferred => parameters.Select(p => s_arguments.Prepend(preferred).Concat(own).FirstOrDefault(t => Fits(p, t))).ToArray())
            .Where(arguments => arguments.All(argument => argument != null))
            .Select(arguments => arguments.Select(argument => argument!).ToArray())
            .Where(arguments => IsAllowed(method, arguments))
            .DistinctBy(arguments => string.Join<Type>(",", arguments));
    }

    private static bool Fits(Type parameter, Type argument)
    {
        var flags = parameter.GenericParameterAttributes;
        return !(flags.HasFlag(GenericParameterAttributes.ReferenceTypeConstraint) && argument.IsValueType)
            && !(flags.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint) && !argument.IsValueType)
            && !(flags.HasFlag(GenericParameterAttributes.DefaultConstructorConstraint) && !argument.IsValueType && argument.GetConstructor([]) == null)
            && parameter.GetGenericParameterConstraints()
                .Where(constraint => constraint != typeof(ValueType) && !constraint.ContainsGenericParameters)
                .All(constraint => constraint.IsAssignableFrom(argument));
    }

    // Lets the runtime check constraints that refer to other type parameters.
    private static bool IsAllowed(MethodBase method, Type[] arguments)
    {
        var type = method.DeclaringType!;
        var ofType = type.GetGenericArguments().Length;
        try
        {
            var closed = type.IsGenericTypeDefinition ? type.MakeGenericType(arguments[..ofType]) : type;
            if (MethodBase.GetMethodFromHandle(method.MethodHandle, closed.TypeHandle) is MethodInfo { IsGenericMethodDefinition: true } open)
            {
                open.MakeGenericMethod(arguments[ofType..]);
            }

            return true;
        }
        catch (Exception exception) when (exception is ArgumentException or TypeLoadException)
        {
            return false;
        }
    }
}
