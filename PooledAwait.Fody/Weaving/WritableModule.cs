using Fody;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// Completes a woven module so that Cecil can write it. This object does not refer to the decisions, because decisions refer to methods of other modules, and
/// these modules would stay in memory.
/// </summary>
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

    // Decodes released bodies again, so that the written file does not depend on which bodies were released. Cecil encodes decoded bodies only. When it encodes
    // a body, it computes the stack size anew, and may get another number than the compiler.
    private void DecodeLetGo() => _letGo.ForEach(method => _ = method.Body);

    // Decodes all bodies with local variables. Cecil copies a body that was never decoded, and writes the token of its local signature into the symbols
    // unchanged. If the new file has more or fewer signatures before this signature, the old token belongs to another method. This loop also decodes bodies
    // that are not valid code. Cecil could copy such bodies, but cannot encode them. DamagedCode.Refuse then throws an error that names their methods.
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
