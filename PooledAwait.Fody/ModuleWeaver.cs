using Fody;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Rewrites.Builders;
using PooledAwait.Fody.Rewrites.DirectAwaits;
using PooledAwait.Fody.Rewrites.TimedWaits;
using PooledAwait.Fody.Rewrites.WhenAny;
using PooledAwait.Fody.Verification;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody;

/// <summary>The weaver that Fody runs for the element <c>&lt;PooledAwait&gt;</c> of FodyWeavers.xml.</summary>
public sealed class ModuleWeaver : BaseModuleWeaver
{
    /// <summary>
    /// The package's targets define this constant if a build sets <c>PooledAwaitEnabled</c> to false. They define the constant after compilation.
    /// </summary>
    internal const string DisabledConstant = "POOLEDAWAIT_DISABLED";

    private CompiledPublicKey? _publicKey;
    private ReportOutput? _output;
    private WeaverOptions? _options;
    private MemberUses? _uses;
    private ModuleBefore? _before;
    private WovenModule? _module;
    private bool _isOneOfMany;

    /// <summary>Whether to keep the IL of changed methods even if no option requires the IL.</summary>
    internal bool KeepsIl { get; set; }

    /// <summary>
    /// Whether to report what a change would save in a place where the user has disabled the change. The full report always contains these savings.
    /// </summary>
    internal bool ReportsSavings { get; set; }

    /// <summary>A hook with which tests damage the woven modules before the check of the woven code. Null in every build.</summary>
    internal Action<WovenModules>? AfterRewrites { get; set; }

    /// <summary>The weave's decisions; null before the weave.</summary>
    internal WeavingReport? Report => _module?.Report;

    /// <summary>Weaves the module that Fody has loaded.</summary>
    /// <exception cref="WeavingException">
    /// An option or attribute has a value that is not allowed, PooledAwait.Runtime is missing or too old, or the module cannot be woven.
    /// </exception>
    public override void Execute()
    {
        var publicKey = new CompiledPublicKey(ModuleDefinition.Assembly.Name);
        if (DefineConstants.Contains(CompiledPublicKey.Constant))
        {
            publicKey.WriteBeside(AssemblyFilePath, ProjectFilePath);
        }

        if (DefineConstants.Contains(DisabledConstant))
        {
            WriteInfo("PooledAwaitEnabled switches PooledAwait off.");
            return;
        }

        Weave([this]);
        Writable().Complete();
        if (DefineConstants.Contains(WovenRecord.Constant))
        {
            WovenRecord.Of(ModuleDefinition).Write(WovenRecord.PathFor(AssemblyFilePath));
        }

        WriteReport();
        _publicKey = publicKey;
    }

    /// <summary>Checks the assembly that Fody wrote, and hides the class that Fody adds as a marker.</summary>
    /// <exception cref="WeavingException">The assembly does not have the public key that the compiler gave it, or another program uses the file.</exception>
    public override void AfterWeaving()
    {
        if (_publicKey == null)
        {
            return;
        }

        try
        {
            _publicKey.ThrowUnlessIn(AssemblyFilePath);
            FodysMarker.Hide(AssemblyFilePath, ModuleDefinition.Assembly.Name.Name);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            // Fody wrote the file a moment ago, so another program must be using the file now.
            throw new WeavingException(
                $"PooledAwait: another program uses {AssemblyFilePath}, which Fody has just written: {exception.Message.TrimEnd('.')}. " +
                "If two builds of the project run at once, let one wait for the other, or give each its own folder (BaseIntermediateOutputPath).");
        }
    }

    /// <summary>Reads the options of each module, and then weaves all modules by the <see cref="Recipe"/>.</summary>
    /// <param name="weavers">One weaver for each module of the program. In a build, the program has one module.</param>
    /// <exception cref="WeavingException">One of the modules cannot be woven, for one of the reasons that <see cref="Execute"/> lists.</exception>
    internal static void Weave(IReadOnlyList<ModuleWeaver> weavers)
    {
        var runtime = weavers[0].FindRuntime();
        foreach (var weaver in weavers)
        {
            weaver._isOneOfMany = weavers.Count > 1;
            weaver.NamingFile(weaver.Begin);
        }

        new SoundWeave(unsound => OpenAll(weavers, runtime, unsound), weavers[0].AfterRewrites).Weave();

        // If several modules are woven, check all of them for damaged code before any report is written. WritableModule.Complete checks a module, too, but that
        // check comes after the reports, and skips the modules that are not written.
        foreach (var weaver in weavers.Where(weaver => weaver._isOneOfMany))
        {
            weaver.NamingFile(() => DamagedCode.Refuse(weaver.ModuleDefinition, weaver._module!.Uses));
        }
    }

    /// <summary>Returns the woven module. The caller must complete the module before Cecil can write it.</summary>
    internal WritableModule Writable() => new(_module!);

    /// <summary>Reports to the user what was done in the woven module.</summary>
    /// <exception cref="WeavingException">A file of the report cannot be written.</exception>
    internal void WriteReport() => NamingFile(() => _output!.Write(_module!.Report, _module.Scope));

    /// <summary>Prefixes errors with the module's file if several modules are woven. A build weaves one module, and always shows the file.</summary>
    private void NamingFile(Action step)
    {
        try
        {
            step();
        }
        catch (WeavingException exception) when (_isOneOfMany)
        {
            throw new WeavingException($"{AssemblyFilePath}: {exception.Message}");
        }
    }

    private AssemblyDefinition FindRuntime() =>
        RuntimeReference.Find(ResolveAssembly, [.. BuilderRewrite.RuntimeTypes, .. DirectAwaitRewrite.RuntimeTypes, .. TimedWaitRewrite.RuntimeTypes, .. WhenAnyRewrite.RuntimeTypes]);

    private void Begin()
    {
        CompiledSymbolPath.KeepIn(ModuleDefinition);
        _options = OptionsReader.Read(this);
        _output = new ReportOutput(this, _options);
        RuntimeReference.RefuseAsTarget(ModuleDefinition);

        // Refuse damaged code before anything decodes a body. Another check follows at the end of the weave, because some damage shows only in decoded bodies.
        _uses = new MemberUses(ModuleDefinition);
        DamagedCode.Refuse(ModuleDefinition, _uses);
    }

    private static WovenModules OpenAll(IReadOnlyList<ModuleWeaver> weavers, AssemblyDefinition runtime, UnsoundMethods unsound)
    {
        foreach (var weaver in weavers)
        {
            weaver.NamingFile(() => weaver._module = weaver.Open(runtime, unsound));
        }

        return new WovenModules([.. weavers.Select(weaver => weaver._module!)]);
    }

    /// <summary>Opens the module. In a repeated weave, the module has been restored to its state before the first weave.</summary>
    private WovenModule Open(AssemblyDefinition runtime, UnsoundMethods unsound)
    {
        var uses = _uses!;
        var owners = new MethodOwners(ModuleDefinition, uses);
        var scope = new Scope(ModuleDefinition, _options!, owners, WriteError, unsound);
        _before ??= _options!.Verify == VerifyLevel.None ? null : new ModuleBefore(ModuleDefinition);
        var report = new WeavingReport(ModuleDefinition, owners, KeepsIl || _options!.KeepsIl, _before) { ReportsSavings = ReportsSavings || _options!.Report == ReportLevel.Full };
        var woven = new WovenModule(ModuleDefinition, uses, scope, report, runtime);
        woven.LetGo.AddRange(_module?.LetGo ?? []);
        return woven;
    }

    /// <summary>
    /// Returns no assemblies, because the weaver looks up no type by name. The rewrites find all types through the references of the woven assembly.
    /// </summary>
    public override IEnumerable<string> GetAssembliesForScanning() => [];

    /// <summary>
    /// False, so that Fody removes no reference. Woven code needs PooledAwait.Runtime, and a reference named PooledAwait belongs to another library.
    /// </summary>
    public override bool ShouldCleanReference => false;
}
