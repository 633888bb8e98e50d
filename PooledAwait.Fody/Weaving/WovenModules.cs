using PooledAwait.Fody.Options;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Weaving;

/// <summary>The modules of one weave.</summary>
internal sealed class WovenModules
{
    private readonly Dictionary<ModuleDefinition, WovenModule> _byDefinition;

    /// <param name="modules">The modules, in the order in which they are woven.</param>
    public WovenModules(IReadOnlyList<WovenModule> modules)
    {
        _byDefinition = modules.ToDictionary(module => module.Definition);
        Program = new WovenProgram([.. modules.Select(module => module.Uses)]);
        All = modules;
    }

    public IReadOnlyList<WovenModule> All { get; }

    /// <summary>The code of all modules.</summary>
    public WovenProgram Program { get; }

    public WovenModule Of(ModuleDefinition module) => _byDefinition[module];

    /// <summary>Returns the settings that apply to a method of one of the modules.</summary>
    public MethodSettings SettingsOf(MethodDefinition method) => Of(method.Module).Scope.For(method);

    /// <summary>Returns a method's name as its module's report shows it.</summary>
    public string NameOf(MethodDefinition method) => Of(method.Module).Report.NameOf(method);
}
