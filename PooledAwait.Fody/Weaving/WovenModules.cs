using PooledAwait.Fody.Options;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Weaving;

/// <summary>The modules of one weave, which can be found by the members in them.</summary>
internal sealed class WovenModules
{
    private readonly Dictionary<ModuleDefinition, WovenModule> _byDefinition;

    /// <param name="modules">In the order in which they are woven.</param>
    public WovenModules(IReadOnlyList<WovenModule> modules)
    {
        _byDefinition = modules.ToDictionary(module => module.Definition);
        Program = new WovenProgram([.. modules.Select(module => module.Uses)]);
        All = modules;
    }

    public IReadOnlyList<WovenModule> All { get; }

    /// <summary>Which code in all modules names which members.</summary>
    public WovenProgram Program { get; }

    public WovenModule Of(ModuleDefinition module) => _byDefinition[module];

    /// <summary>What may be done in a method of one of the modules.</summary>
    public MethodSettings SettingsOf(MethodDefinition method) => Of(method.Module).Scope.For(method);

    /// <summary>A method's name as the report of its module shows it.</summary>
    public string NameOf(MethodDefinition method) => Of(method.Module).Report.NameOf(method);
}
