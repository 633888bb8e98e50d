using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// One module of a weave, with all that the rewrites need: the scope that says what they may change, the report that they write to, and the library that woven
/// code calls.
/// </summary>
/// <param name="Definition">The module.</param>
/// <param name="Uses">Finds the module's code that uses a member.</param>
/// <param name="Scope">Decides where the module may be changed.</param>
/// <param name="Report">Collects every decision.</param>
/// <param name="Runtime">PooledAwait.Runtime.</param>
internal sealed record WovenModule(ModuleDefinition Definition, MemberUses Uses, Scope Scope, WeavingReport Report, AssemblyDefinition Runtime)
{
    /// <summary>All methods, in the order of the metadata.</summary>
    public IEnumerable<MethodDefinition> Methods => Definition.GetTypes().SelectMany(type => type.Methods);

    /// <summary>The methods whose bodies were decoded for analysis and then released.</summary>
    public List<MethodDefinition> LetGo { get; } = [];

    /// <summary>Returns the module's reference to PooledAwait.Runtime. Adds the reference if the module has none.</summary>
    public IMetadataScope RuntimeReference() => IL.RuntimeReference.AddTo(Definition, Runtime);
}
