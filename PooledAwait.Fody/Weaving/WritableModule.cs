using Fody;

namespace PooledAwait.Fody.Weaving;

/// <summary>Completes a woven module so that Cecil can write it. It does not hold the decisions, because they refer to methods of other modules, which would then stay in memory.</summary>
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

    // Decodes released bodies again, so that the written file is the same whether or not a body was released. Cecil computes the stack size of each body that it encodes, and may find another number
    // than the compiler.
    private void DecodeLetGo() => _letGo.ForEach(method => _ = method.Body);

    // Decodes all bodies with local variables. Cecil copies a body that was never decoded, and writes into the symbols the token that the body's local signature had in the original file. If a
    // signature before it was added or omitted, that token belongs to another method in the new file. This also decodes bodies that are not valid code, which Cecil could copy but cannot encode. The
    // error then names them.
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
