using Mono.Cecil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.Scoping;

namespace PooledAwait.Fody.Driving;

/// <summary>One module of a weave: what the rewrites look at, where they may change it, whom they tell, and what the woven code calls.</summary>
/// <param name="Definition">The module.</param>
/// <param name="Uses">Who names what in it.</param>
/// <param name="Scope">Where it may be changed.</param>
/// <param name="Report">Is told every decision.</param>
/// <param name="Runtime">PooledAwait.Runtime.</param>
internal sealed record WovenModule(ModuleDefinition Definition, MemberUses Uses, Scope Scope, WeavingReport Report, AssemblyDefinition Runtime)
{
    /// <summary>All methods, in the order of the metadata.</summary>
    public IEnumerable<MethodDefinition> Methods => Definition.GetTypes().SelectMany(type => type.Methods);

    /// <summary>Bodies that were decoded to be looked at, and let go.</summary>
    public List<MethodDefinition> LetGo { get; } = [];

    /// <summary>The module's reference to PooledAwait.Runtime; added where there is none.</summary>
    public IMetadataScope RuntimeReference() => Libraries.RuntimeReference.AddTo(Definition, Runtime);
}
