using Fody;

namespace PooledAwait.Fody.Weaving;

/// <summary>A woven module that is completed here so that Cecil can write it. It does not hold the decisions, because they name methods of other modules.</summary>
internal sealed class WritableModule(WovenModule module)
{
    private readonly ModuleDefinition _definition = module.Definition;
    private readonly MemberUses _uses = module.Uses;
    private readonly List<MethodDefinition> _letGo = module.LetGo;
    private readonly bool _isChanged = module.Report.IsChanged;

    /// <exception cref="WeavingException">The module cannot be written.</exception>
    public void Complete()
    {
        DecodeLetGo();
        DecodeLocals();
        DamagedCode.Refuse(_definition, _uses);
    }

    // Cecil computes the stack size of each body that it encodes, and may find another number than the compiler. Released bodies are decoded again,
    // so the written file is the same whether or not a body was released.
    private void DecodeLetGo() => _letGo.ForEach(method => _ = method.Body);

    // Cecil copies a body that was never decoded as it is in the file, and writes into its symbols the token that its local signature has in the file.
    // If an earlier signature was added or left out, that token belongs to another method, so these bodies are decoded. This also decodes bodies
    // that are not valid code. Cecil would copy them but cannot encode them, so they are then refused by name.
    private void DecodeLocals()
    {
        if (_definition.HasSymbols && _isChanged)
        {
            foreach (var method in _definition.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody && _uses.HasLocals(method)))
            {
                _ = method.Body.Variables;
            }
        }
    }
}
