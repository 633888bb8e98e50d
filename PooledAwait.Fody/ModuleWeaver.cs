using Fody;
using Mono.Cecil;
using PooledAwait.Fody.Builders;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.DirectAwaits;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.StateObjects;
using PooledAwait.Fody.WhenAny;

namespace PooledAwait.Fody;

/// <summary>What Fody runs for the element <c>&lt;PooledAwait&gt;</c> of FodyWeavers.xml.</summary>
public sealed class ModuleWeaver : BaseModuleWeaver
{
    /// <summary>Defined for the weaver alone by the package's targets, where a build sets <c>PooledAwaitEnabled</c> to false.</summary>
    internal const string DisabledConstant = "POOLEDAWAIT_DISABLED";

    private CompiledPublicKey? _publicKey;

    /// <summary>Whether the IL of what is changed is wanted though no option asks for it.</summary>
    internal bool KeepsIl { get; set; }

    /// <summary>What was decided; null before the weaving.</summary>
    internal WeavingReport? Report { get; private set; }

    /// <summary>Weaves the module that Fody hands over.</summary>
    /// <exception cref="WeavingException">
    /// An option or attribute says what is not allowed, PooledAwait.Runtime is missing or too old, or the module cannot be woven.
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
            WriteInfo("PooledAwait is switched off by PooledAwaitEnabled.");
            return;
        }

        Weave([this]);
        _publicKey = publicKey;
    }

    /// <summary>Goes over what Fody has written.</summary>
    /// <exception cref="WeavingException">Its public key is not the compiler's, or the file is not the one that Fody wrote.</exception>
    public override void AfterWeaving()
    {
        if (Report == null)
        {
            return;
        }

        try
        {
            _publicKey!.ThrowUnlessIn(AssemblyFilePath);
            FodysMarker.Hide(AssemblyFilePath, ModuleDefinition.Assembly.Name.Name);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            // A moment ago Fody could write it.
            throw new WeavingException(
                $"PooledAwait: another program uses {AssemblyFilePath}, which Fody has just written: {exception.Message.TrimEnd('.')}. " +
                "If two builds of the project run at once, let one wait for the other, or give each a folder of its own (BaseIntermediateOutputPath).");
        }
    }

    /// <summary>
    /// Reads the options of each module, then lets one rewrite after the other recognise and change, so that each sees the bodies as they are; last comes
    /// the report.
    /// </summary>
    /// <param name="weavers">One for each module of a program; a build weaves a program of one.</param>
    /// <exception cref="WeavingException">As <see cref="Execute"/> throws it, of any of the modules.</exception>
    internal static void Weave(IReadOnlyList<ModuleWeaver> weavers)
    {
        var runtime = weavers[0].FindRuntime();
        var modules = new List<WovenModule>();
        foreach (var weaver in weavers)
        {
            weaver.NamingFile(() => modules.Add(weaver.Open()), isOneOfMany: weavers.Count > 1);
        }

        var byDefinition = modules.ToDictionary(module => module.Definition);
        var program = new WovenProgram([.. modules.Select(module => module.Uses)]);

        // First, because it puts awaiters into state machines, and by their size is decided which builders pay.
        modules.ForEach(module => new WhenAnyRewrite(module.Definition, module.Uses, module.Scope, module.Report).Apply(runtime, ReferenceOf(module)));

        // Which methods can have a pooled builder decides which calls need no task; that, how large machines become, and which builder fits.
        var calls = new Lazy<ValueTaskCalls>(() => new ValueTaskCalls(program));
        var misused = new MisusedCalls(method => ModuleOf(method).Scope.For(method));
        var builders = modules.ConvertAll(module => new BuilderRewrite(module.Definition, module.Uses, calls, misused, module.Scope, module.Report));
        var poolable = builders.SelectMany(builder => builder.Recognise()).ToList();
        foreach (var (module, builder) in modules.Zip(builders, (module, builder) => (module, builder)))
        {
            builder.GiveTasks(ReferenceOf(module));
        }

        // Before twins are made, which copy code: a call in such a method stays one call, with the settings of the method that it was written in.
        modules.ForEach(module => new StateObjectRewrite(module.Definition, module.Uses, module.Scope, module.Report).Apply());
        var decisions = new TwinDecisions(program, method => ModuleOf(method).Scope.For(method), method => ModuleOf(method).Report.NameOf(method), poolable);
        var twins = new ProgramTwins(program, decisions, runtime);
        modules.ForEach(module => new DirectAwaitRewrite(program, module.Definition, module.Scope, module.Report, twins).Apply());
        foreach (var (module, builder) in modules.Zip(builders, (module, builder) => (module, builder)))
        {
            builder.Apply(ReferenceOf(module), twins.KickOffsOf(module.Definition));
        }

        twins.Complete();
        modules.ForEach(module => module.Report.HasNewMembers = twins.AreIn(module.Definition));
        foreach (var (module, weaver) in modules.Zip(weavers, (module, weaver) => (module, weaver)))
        {
            weaver.NamingFile(() => weaver.Close(module), isOneOfMany: weavers.Count > 1);
        }

        WovenModule ModuleOf(MethodDefinition method) => byDefinition[method.Module];

        Func<IMetadataScope> ReferenceOf(WovenModule module) => () => RuntimeReference.AddTo(module.Definition, runtime);
    }

    /// <summary>Has what is wrong with one module of many told with the module's file, which a build tells by itself.</summary>
    private void NamingFile(Action step, bool isOneOfMany)
    {
        try
        {
            step();
        }
        catch (WeavingException exception) when (isOneOfMany)
        {
            throw new WeavingException($"{AssemblyFilePath}: {exception.Message}");
        }
    }

    private AssemblyDefinition FindRuntime() =>
        RuntimeReference.Find(ResolveAssembly, [.. BuilderRewrite.RuntimeTypes, .. DirectAwaitRewrite.RuntimeTypes, .. WhenAnyRewrite.RuntimeTypes]);

    private WovenModule Open()
    {
        CompiledSymbolPath.KeepIn(ModuleDefinition);
        var options = OptionsReader.Read(this);
        RuntimeReference.RefuseAsTarget(ModuleDefinition);
        var uses = new MemberUses(ModuleDefinition);

        // Before anything decodes a body, and again at the end: some are only found when they are decoded.
        DamagedCode.Refuse(ModuleDefinition, uses);
        var owners = new MethodOwners(ModuleDefinition, uses);
        var scope = new Scope(ModuleDefinition, options, owners, WriteError);
        return new WovenModule(ModuleDefinition, uses, scope, new WeavingReport(ModuleDefinition, owners, KeepsIl || options.KeepsIl), new ReportOutput(this, options));
    }

    private void Close(WovenModule module)
    {
        DecodeLocals(module.Uses, module.Report);
        DamagedCode.Refuse(ModuleDefinition, module.Uses);
        module.Output.Write(module.Report, module.Scope);
        Report = module.Report;
    }

    // A body that nobody decoded Cecil copies as it lies in the file, and writes into its symbols the token that its local signature had there:
    // another method's, once a signature before it was added or left out. That decodes bodies that are no code as well, which Cecil would copy
    // but cannot encode; they are then refused by name.
    private void DecodeLocals(MemberUses uses, WeavingReport report)
    {
        if (ModuleDefinition.HasSymbols && report.IsChanged)
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
