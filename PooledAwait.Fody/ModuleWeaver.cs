using Fody;
using Mono.Cecil;
using PooledAwait.Fody.Builders;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.StateObjects;
using PooledAwait.Fody.DirectAwaits;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.WhenAny;

namespace PooledAwait.Fody;

/// <summary>What Fody runs for the element <c>&lt;PooledAwait&gt;</c> of FodyWeavers.xml.</summary>
public sealed class ModuleWeaver : BaseModuleWeaver
{
    /// <summary>Defined for the weaver alone by the package's targets, where a build sets <c>PooledAwaitEnabled</c> to false.</summary>
    internal const string DisabledConstant = "POOLEDAWAIT_DISABLED";

    /// <summary>Whether the IL of what is changed is wanted though no option asks for it.</summary>
    internal bool KeepsIl { get; set; }

    /// <summary>What was decided; null before the weaving.</summary>
    internal WeavingReport? Report { get; private set; }

    /// <summary>
    /// Reads the options, then lets one rewrite after the other recognise and change, so that each sees the bodies as they are; last comes
    /// the report.
    /// </summary>
    /// <exception cref="WeavingException">
    /// An option or attribute says what is not allowed, PooledAwait.Runtime is missing or too old, or the module cannot be woven.
    /// </exception>
    public override void Execute()
    {
        if (DefineConstants.Contains(DisabledConstant))
        {
            WriteInfo("PooledAwait is switched off by PooledAwaitEnabled.");
            return;
        }

        var options = OptionsReader.Read(this);
        RuntimeReference.RefuseAsTarget(ModuleDefinition);
        var runtime = RuntimeReference.Find(ResolveAssembly, [.. BuilderRewrite.RuntimeTypes, .. DirectAwaitRewrite.RuntimeTypes, .. WhenAnyRewrite.RuntimeTypes]);
        var uses = new MemberUses(ModuleDefinition);

        // Before anything decodes a body, and again at the end: some are only found when they are decoded.
        DamagedCode.Refuse(ModuleDefinition, uses);
        var owners = new MethodOwners(ModuleDefinition, uses);
        var scope = new Scope(ModuleDefinition, options, owners, WriteError);
        var report = new WeavingReport(ModuleDefinition, owners, KeepsIl || options.KeepsIl);
        var output = new ReportOutput(this, options);

        // First, because it puts awaiters into state machines, and by their size is decided which builders pay.
        new WhenAnyRewrite(ModuleDefinition, uses, scope, report).Apply(runtime, Reference);

        // Which methods can have a pooled builder decides which calls need no task; that, how large machines become, and which builder fits.
        var builders = new BuilderRewrite(ModuleDefinition, uses, scope, report);
        var poolable = builders.Recognise();

        // Before twins are made, which copy code: a call in such a method stays one call, with the settings of the method that it was written in.
        new StateObjectRewrite(ModuleDefinition, uses, scope, report).Apply();
        var directAwaits = new DirectAwaitRewrite(ModuleDefinition, uses, scope, report, poolable);
        directAwaits.Apply(runtime, Reference);
        builders.Apply(Reference, directAwaits.KickOffs);
        directAwaits.Complete();

        DecodeLocals(uses, report);
        DamagedCode.Refuse(ModuleDefinition, uses);
        output.Write(report, scope);
        Report = report;

        IMetadataScope Reference() => RuntimeReference.AddTo(ModuleDefinition, runtime);
    }

    // A body that nobody decoded Cecil copies as it lies in the file, and writes into its symbols the token that its local signature had there:
    // another method's, once a signature before it was added or left out. That decodes bodies that are no code as well, which Cecil would copy
    // but cannot encode; they are then refused by name.
    private void DecodeLocals(MemberUses uses, WeavingReport report)
    {
        if (ModuleDefinition.HasSymbols && report.Decisions.Any(decision => decision.Reason == null))
        {
            foreach (var method in ModuleDefinition.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody && uses.HasLocals(method)))
            {
                _ = method.Body.Variables;
            }
        }
    }

    /// <summary>Nothing is looked up by type name: what the rewrites need is found through the woven assembly's own references.</summary>
    public override IEnumerable<string> GetAssembliesForScanning() => [];

    /// <summary>False: woven code calls PooledAwait.Runtime, and a reference named PooledAwait is another library's.</summary>
    public override bool ShouldCleanReference => false;
}
