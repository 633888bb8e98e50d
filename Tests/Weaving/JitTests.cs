using System.Reflection;
using System.Runtime.CompilerServices;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>The JIT compiles every method of the woven fixtures, generic ones over references, primitives and structs.</summary>
public class JitTests
{
    private const BindingFlags Everything =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Type[] s_arguments = [typeof(object), typeof(int), typeof((string, long)), typeof(List<int>), typeof(Task)];

    [TestCaseSource(nameof(Loads))]
    public void Compiles_every_method(Shape shape, string runtimeFramework)
    {
        using var loaded = new LoadedAssembly(Weavers.WovenThroughout(shape).Result, runtimeFramework);
        var own = loaded.Assembly.GetTypes().Where(type => !type.ContainsGenericParameters && !type.IsByRefLike && !type.IsAbstract).ToArray();
        var compiled = 0;
        Assert.Multiple(() =>
        {
            foreach (var method in loaded.Assembly.GetTypes().SelectMany(Methods).Where(method => method.GetMethodBody() != null))
            {
                var instantiations = Instantiations(method, own).ToList();
                Assert.That(instantiations, Is.Not.Empty, $"No type arguments fit {method.DeclaringType}.{method}.");
                foreach (var arguments in instantiations)
                {
                    Assert.That(
                        () => RuntimeHelpers.PrepareMethod(method.MethodHandle, [.. arguments.Select(argument => argument.TypeHandle)]),
                        Throws.Nothing,
                        $"{method.DeclaringType}.{method} over {string.Join<Type>(", ", arguments)}");
                    compiled++;
                }
            }
        });
        Assert.That(compiled, Is.GreaterThan(500));
    }

    private static IEnumerable<TestCaseData> Loads() =>
        from shape in Shape.All
        from runtime in new[] { shape.Framework, "net10.0" }.Distinct()
        select new TestCaseData(shape, runtime);

    private static IEnumerable<MethodBase> Methods(Type type) =>
        type.GetMethods(Everything).Concat<MethodBase>(type.GetConstructors(Everything));

    // For each of a few types, the arguments that it gives where it fits, and elsewhere the first type that does.
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
            && parameter.GetGenericParameterConstraints().Where(c => c != typeof(ValueType) && !c.ContainsGenericParameters).All(c => c.IsAssignableFrom(argument));
    }

    // The constraints that speak of other parameters are left to the runtime.
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
        catch (ArgumentException)
        {
            return false;
        }
    }
}
