using System.Reflection.Metadata;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

[Parallelizable(ParallelScope.Self)]
public class SymbolsTests
{
    [Test]
    public void Lambdas_keep_their_sequence_points([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        var before = Lambdas(Fixtures.Compiled(shape));
        var after = Lambdas(CallDecisions.All.Woven(shape).Result);
        Assert.That(before, Has.Count.GreaterThan(80));
        Assert.Multiple(() =>
        {
            foreach (var (name, points) in before)
            {
                Assert.That(after[name], Is.EqualTo(points), name);
            }
        });
    }

    [Test]
    public void Debuggers_find_the_variables_of_a_closure_that_is_gone([Values(true, false)] bool optimised)
    {
        var shape = optimised ? Shape.Release : Shape.Debug;
        var (assembly, type) = (CallDecisions.All.Woven(shape).Result, "ContinueWithCosts");
        Assert.Multiple(() =>
        {
            Assert.That(Variables(Fixtures.Compiled(shape), type, "ResultOrZero"), Is.EqualTo(new[] { "CS$<>8__locals0" }));
            Assert.That(Variables(assembly, type, "ResultOrZero"), Is.EquivalentTo(new[] { "task", "tcs" }));
        });
    }

    /// <summary>Returns, for each lambda's name, the offset of its first sequence point, and the lines and columns of all its sequence points.</summary>
    private static Dictionary<string, string> Lambdas(CompiledAssembly assembly)
    {
        using var file = new PEFileReader(assembly);
        var (metadata, debug) = (file.Metadata, file.Symbols);
        var lambdas = new Dictionary<string, string>();
        foreach (var handle in metadata.MethodDefinitions)
        {
            var method = metadata.GetMethodDefinition(handle);
            var name = metadata.GetString(method.Name);
            var type = FullName(metadata, method.GetDeclaringType());
            if (type.Contains("ContinueWith") && !type.Contains("<>c__StateObject") && (name.Contains(">b__") || name.Contains(">g__")))
            {
                // An async lambda has no sequence points, because its code is in its state machine.
                var points = debug.GetMethodDebugInformation(handle.ToDebugInformationHandle()).GetSequencePoints().ToList();
                lambdas.Add($"{type}::{name}", $"from {points.FirstOrDefault().Offset}: " + string.Join(" ", points.Select(point =>
                    point.IsHidden ? "hidden" : $"{point.StartLine},{point.StartColumn}-{point.EndLine},{point.EndColumn}")));
            }
        }

        return lambdas;
    }

    private static IEnumerable<string> Variables(CompiledAssembly assembly, string type, string name)
    {
        using var file = new PEFileReader(assembly);
        var (metadata, debug) = (file.Metadata, file.Symbols);
        var handle = metadata.MethodDefinitions.Single(candidate =>
            metadata.GetString(metadata.GetMethodDefinition(candidate).Name) == name &&
            FullName(metadata, metadata.GetMethodDefinition(candidate).GetDeclaringType()) == type);
        return debug.GetLocalScopes(handle)
            .SelectMany(scope => debug.GetLocalScope(scope).GetLocalVariables())
            .Select(variable => debug.GetString(debug.GetLocalVariable(variable).Name))
            .Where(variable => variable.Length > 0)
            .ToList();
    }

    private static string FullName(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        var type = metadata.GetTypeDefinition(handle);
        var name = metadata.GetString(type.Name);
        return type.GetDeclaringType().IsNil ? name : $"{FullName(metadata, type.GetDeclaringType())}+{name}";
    }
}
