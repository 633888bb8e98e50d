using System.Reflection;
using System.Runtime.CompilerServices;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>What <see cref="JitTests"/> and <see cref="WovenAssemblyTests"/> see to, for what other versions of the compiler emit.</summary>
public class SoundnessTests
{
    [TestCaseSource(typeof(Shape), nameof(Shape.OfWhenAny))]
    public void Reads_without_a_new_warning(Shape shape)
    {
        var before = IlWarnings.Of(Fixtures.Compiled(shape));
        var after = IlWarnings.Of(CallDecisions.All.Woven(shape).Result);
        Assert.That(after.Methods, Is.EqualTo(before.Methods).And.GreaterThan(100));
        Assert.That(after.Warnings, Is.EqualTo(before.Warnings));
    }

    [TestCaseSource(typeof(Shape), nameof(Shape.OfWhenAny))]
    public void Compiles_every_method(Shape shape)
    {
        var loaded = new LoadedAssembly(CallDecisions.All.Woven(shape).Result);
        var methods = loaded.Assembly.GetTypes().Where(type => !type.ContainsGenericParameters)
            .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly))
            .Where(method => method.GetMethodBody() != null && !method.ContainsGenericParameters)
            .ToList();
        Assert.That(methods, Has.Count.GreaterThan(100));
        Assert.Multiple(() => methods.ForEach(method => Assert.That(() => RuntimeHelpers.PrepareMethod(method.MethodHandle), Throws.Nothing, $"{method.DeclaringType}.{method}")));
    }
}
