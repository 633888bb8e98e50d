using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;

namespace Tests.WhenAny.Weaving;

/// <summary>After weaving, a method's symbols must refer to the same instructions as before.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class SymbolsTests
{
    private static readonly Shape[] s_shapes = [.. Shape.All, .. Shape.OfWhenAny];

    [TestCaseSource(nameof(s_shapes))]
    public void Every_line_and_every_await_keeps_its_place(Shape shape)
    {
        using var before = Fixtures.Compiled(shape).ReadWithSymbols();
        using var after = CallDecisions.All.Woven(shape).Result.ReadWithSymbols();
        var expected = Methods(before).ToList();
        var actual = Methods(after).ToDictionary(method => method.FullName);
        var (places, awaits) = (0, 0);
        Assert.Multiple(() =>
        {
            foreach (var method in expected)
            {
                var (was, isNow) = (Places(method), Places(actual[method.FullName]));
                Assert.That(isNow, Has.Count.EqualTo(was.Count), method.FullName);
                foreach (var (one, other) in was.Zip(isNow))
                {
                    // The code that makes an array may have become a nop.
                    Assert.That(other.What, Is.EqualTo(one.What), method.FullName);
                    Assert.That(other.Code, Is.EqualTo(one.Code).Or.EqualTo(Code.Nop), $"{method.FullName}: {one.What}");
                    places++;
                    awaits += one.What.StartsWith("resume") ? 1 : 0;
                }
            }
        });
        Assert.That((places > 500, awaits > 50), Is.EqualTo((true, true)), $"{places} places and {awaits} awaits were compared.");
    }

    private static IEnumerable<MethodDefinition> Methods(ModuleDefinition module) =>
        module.GetTypes().Where(type => type.FullName.Contains("WhenAny")).SelectMany(type => type.Methods).Where(method => method.HasBody);

    /// <summary>Returns all parts of the symbols that refer to an instruction, each with the instruction's opcode.</summary>
    private static List<(string What, Code Code)> Places(MethodDefinition method)
    {
        var debug = method.DebugInformation;
        var places = new List<(string, int)>();
        places.AddRange(debug.SequencePoints.Select(point =>
            ($"line {point.StartLine},{point.StartColumn}-{point.EndLine},{point.EndColumn}", point.Offset)));
        AddScope(debug.Scope);
        foreach (var async in method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>())
        {
            places.Add(("catch", async.CatchHandler.Offset));
            places.AddRange(async.Yields.Select(label => ("yield", label.Offset)));
            places.AddRange(async.Resumes.Select(label => ("resume", label.Offset)));
        }

        var instructions = method.Body.Instructions.ToDictionary(instruction => instruction.Offset);
        return [.. places.Select(place => (place.Item1, place.Item2 < 0 ? Code.No : instructions[place.Item2].OpCode.Code))];

        void AddScope(ScopeDebugInformation? scope)
        {
            if (scope == null)
            {
                return;
            }

            var variables = string.Join(",", scope.Variables.Select(variable => $"{variable.Index} {variable.Name}"));
            places.Add(($"scope of {variables}", scope.Start.IsEndOfMethod ? -1 : scope.Start.Offset));
            foreach (var inner in scope.Scopes)
            {
                AddScope(inner);
            }
        }
    }
}
