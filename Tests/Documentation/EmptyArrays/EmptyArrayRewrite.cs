using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace Tests.Documentation.EmptyArrays;

/// <summary>Asks the scope, recognises, reports, and has the change applied.</summary>
internal sealed class EmptyArrayRewrite(ModuleDefinition module, Scope scope, WeavingReport report)
{
    /// <summary>In the weaver this is a member of the enumeration.</summary>
    public const Rewrite Name = (Rewrite)3;

    public void Apply()
    {
        var change = new EmptyArrayChange(module);
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).ToList())
        {
            var found = Recognise(method);
            if (found.Count == 0)
            {
                continue;
            }

            report.AboutToChange(method, [method]);
            using var editor = new BodyEditor(method);
            found.ForEach(array => change.Apply(editor, array));
        }
    }

    private List<EmptyArray> Recognise(MethodDefinition method)
    {
        var found = new List<EmptyArray>();
        var stack = StackAnalysis.Of(method);
        foreach (var newArray in method.Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Newarr))
        {
            if (EmptyArrayRecogniser.Recognise(stack, newArray) is not { } recognised)
            {
                continue;
            }

            var at = SourceLine.Of(method, newArray);
            if (scope.For(method).OutOfScope is { } outOfScope)
            {
                report.LeftAlone(Name, method, outOfScope, at: at);
            }
            else if (recognised.Value is { } array)
            {
                found.Add(array);
                report.Changed(Name, method, $"The empty array of {array.Element.Name} is not made anew.", at);
            }
            else
            {
                report.LeftAlone(Name, method, recognised.Reason!, recognised.Detail, at);
            }
        }

        return found;
    }
}
