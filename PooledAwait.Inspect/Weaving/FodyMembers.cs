using Fody;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Inspect.Weaving;

/// <summary>Sets the members of a weaver as Fody does in a build, except the members for files and options.</summary>
internal static class FodyMembers
{
    // Some of these delegates are obsolete. But inherited methods of weavers, such as WriteInfo, call the delegates. So this method sets them, as Fody does.
#pragma warning disable CS0618
    public static void Connect(BaseModuleWeaver weaver, ModuleDefinition module, ReferenceResolver resolver, ICollection<WeaverMessage> messages)
    {
        var types = new TypeCache(Resolve);
        types.BuildAssembliesToScan(weaver);
        weaver.ModuleDefinition = module;
        weaver.AssemblyResolver = resolver;
        weaver.ResolveAssembly = Resolve;
        weaver.FindType = types.FindType;
        weaver.TryFindType = types.TryFindType;
        weaver.TypeSystem = new global::Fody.TypeSystem(types.FindType, module);
        weaver.LogDebug = text => Add(WeaverMessageLevel.Low, text);
        weaver.LogInfo = text => Add(WeaverMessageLevel.Normal, text);
        weaver.LogMessage = (text, importance) => Add(
            importance switch
            {
                MessageImportance.High => WeaverMessageLevel.High,
                MessageImportance.Normal => WeaverMessageLevel.Normal,
                _ => WeaverMessageLevel.Low,
            },
            text);
        weaver.LogWarning = text => Add(WeaverMessageLevel.Warning, text);
        weaver.LogWarningPoint = (text, point) => Add(WeaverMessageLevel.Warning, text, point);
        weaver.LogError = text => Add(WeaverMessageLevel.Error, text);
        weaver.LogErrorPoint = (text, point) => Add(WeaverMessageLevel.Error, text, point);

        AssemblyDefinition? Resolve(string name) => resolver.Resolve(AssemblyNameReference.Parse(name));

        void Add(WeaverMessageLevel level, string text, SequencePoint? point = null) =>
            messages.Add(WeaverMessage.At(point, level, text));
    }
#pragma warning restore CS0618
}
