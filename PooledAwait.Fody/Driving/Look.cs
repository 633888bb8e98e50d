using Mono.Cecil;
using PooledAwait.Fody.Cil.Images;

namespace PooledAwait.Fody.Driving;

/// <summary>
/// A time in which bodies are decoded to be looked at, and none is changed or made. At its end those are let go that interest nobody any more, where there are several modules: of a program
/// that is published, most bodies are of no consequence. Who asks for one again gets it decoded anew, with other instructions: by those that it had before, <see cref="Cil.Editing.BodyEditor"/>
/// refuses to edit it. What was told of a body goes on to name its lines, by their offsets.
/// </summary>
internal sealed class Look
{
    private readonly WovenModules _modules;
    private readonly HashSet<MethodDefinition> _kept;

    public Look(WovenModules modules)
    {
        _modules = modules;
        _kept = [.. modules.All.SelectMany(Decoded)];
    }

    /// <param name="needed">The methods whose instructions somebody goes on to work with.</param>
    public void End(IEnumerable<MethodDefinition> needed)
    {
        if (_modules.All.Count == 1)
        {
            return;
        }

        _kept.UnionWith(needed);
        foreach (var module in _modules.All)
        {
            // What is in no file could not be decoded again.
            foreach (var method in Decoded(module).Where(method => method.RVA != 0 && !_kept.Contains(method)).ToList())
            {
                // They name instructions, by which the whole body is held.
                if (method.HasCustomDebugInformations)
                {
                    method.CustomDebugInformations.Clear();
                }

                method.Body = null;
                module.LetGo.Add(method);
            }
        }

        // Twice in the weave of a program by the tool, and never in a build, which weaves one module: by itself the collector waits until as much again is taken.
        GC.Collect();
    }

    private static IEnumerable<MethodDefinition> Decoded(WovenModule module) => module.Methods.Where(method => method.HasBody && MemberUses.IsDecoded(method));
}
