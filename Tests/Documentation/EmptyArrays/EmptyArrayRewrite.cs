using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Weaving;

namespace Tests.Documentation.EmptyArrays;

/// <summary>Answers the questions about this rewrite that the weaver's driver asks, for example in which places it applies.</summary>
internal sealed class EmptyArrayRewrite(WovenModule module) : SiteRewrite<EmptyArraySite, EmptyArray>(module)
{
    /// <summary>
    /// A real rewrite would add a member to the enumeration. This example runs without other rewrites, so it may use the number of StateObjects.
    /// </summary>
    public override Rewrite Name => (Rewrite)3;

    public override IEnumerable<MethodDefinition> Methods() => Module.Methods.Where(method => method.HasBody);

    public override IEnumerable<EmptyArraySite> SitesIn(MethodDefinition method)
    {
        var stack = new Lazy<StackAnalysis>(() => StackAnalysis.Of(method));
        return method.Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Newarr).Select(newArray => new EmptyArraySite(newArray, stack));
    }

    public override Instruction At(EmptyArraySite site) => site.NewArray;

    public override Reason? WhyOff(EmptyArraySite site, MethodSettings settings) => null;

    public override Recognised<EmptyArray>? Recognise(EmptyArraySite site, MethodSettings settings) => EmptyArrayRecogniser.Recognise(site.Stack.Value, site.NewArray);

    public override IEnumerable<MethodDefinition> Bodies(MethodDefinition method, EmptyArray found) => [method];

    public override string What(EmptyArray found) => $"The empty array of {found.Element.Name} is not made anew.";

    public override BytesSaved? Saved(EmptyArray found) => new(Array: BytesSaved.ObjectHeader + BytesSaved.Reference);
}

/// <summary>A place that creates an array.</summary>
internal sealed record EmptyArraySite(Instruction NewArray, Lazy<StackAnalysis> Stack);
