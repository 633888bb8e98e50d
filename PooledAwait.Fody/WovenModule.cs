using Mono.Cecil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody;

/// <summary>One module of a weave: what the rewrites look at, where they may change it, and whom they tell.</summary>
/// <param name="Definition">The module.</param>
/// <param name="Uses">Who names what in it.</param>
/// <param name="Scope">Where it may be changed.</param>
/// <param name="Report">Is told every decision.</param>
/// <param name="Output">Tells the user.</param>
internal sealed record WovenModule(ModuleDefinition Definition, MemberUses Uses, Scope Scope, WeavingReport Report, ReportOutput Output);
