using Tests.Builders.Conformance;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.NewerRuntimes;

/// <summary>An assembly with scenarios, in two versions: as the compiler makes it by default, and woven (or compiled with pooled builders).</summary>
internal sealed record ScenarioImages(string Name, byte[] NotWoven, byte[] Woven)
{
    /// <summary>Returns the fixtures of AssemblyToProcess, in both versions.</summary>
    public static ScenarioImages Fixtures(Shape shape) =>
        new("fixtures", Compilation.Fixtures.Compiled(shape).Image, Weavers.WovenThroughout(shape).Result.Image);

    /// <summary>Returns the conformance suite, in both versions.</summary>
    public static ScenarioImages Conformance() => new("conformance", Scenarios(BuilderChoice.Default), Scenarios(BuilderChoice.Woven));

    /// <summary>Returns the conformance suite for netstandard2.0, in both versions.</summary>
    public static ScenarioImages ConformanceForStandard(bool optimised) =>
        new("conformance", Compiler.Scenarios(BuilderChoice.Default, optimised, "netstandard2.0"), Compiler.Scenarios(BuilderChoice.Woven, optimised, "netstandard2.0"));

    /// <summary>
    /// Returns the conformance suite, compiled once with default builders and once with pooled builders. The second version also pools methods with unknown
    /// callers.
    /// </summary>
    public static ScenarioImages Builders() => new("builders", Scenarios(BuilderChoice.Default), Scenarios(BuilderChoice.Pooled));

    private static byte[] Scenarios(BuilderChoice builders) => ScenarioContext.Image(builders, optimised: true);
}
