using Fody;
using Mono.Cecil;
using PooledAwait.Fody.Cil.Images;
using PooledAwait.Fody.Driving;

namespace PooledAwait.Fody;

/// <summary>A woven module, to be made one that Cecil can write. It holds nothing of what was decided, which names methods of other modules.</summary>
internal sealed class WritableModule(WovenModule module)
{
    private readonly ModuleDefinition _definition = module.Definition;
    private readonly MemberUses _uses = module.Uses;
    private readonly List<MethodDefinition> _letGo = module.LetGo;
    private readonly bool _isChanged = module.Report.IsChanged;

    /// <exception cref="WeavingException">It cannot be written.</exception>
    public void Complete()
    {
        DecodeLetGo();
        DecodeLocals();
        DamagedCode.Refuse(_definition, _uses);
    }

    // Cecil finds out anew how much of the stack a body takes that it encodes, and may come to another number than the compiler: what is written is the same whether or not a body was let go.
    private void DecodeLetGo() => _letGo.ForEach(method => _ = method.Body);

    // A body that nobody decoded Cecil copies as it lies in the file, and writes into its symbols the token that its local signature had there:
    // another method's, once a signature before it was added or left out. That decodes bodies that are no code as well, which Cecil would copy
    // but cannot encode; they are then refused by name.
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
