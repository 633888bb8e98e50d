namespace PooledAwait.Fody.Weaving;

/// <summary>
/// A read-only phase of the weave, in which bodies are decoded and read, but not changed or added. If several modules are woven together, the end of the phase
/// releases the bodies that nothing needs any more. This saves memory, because the weave changes only few bodies. If code later uses a released body, the body
/// is decoded again, with new instruction objects. <see cref="BodyEditor"/> refuses edits that refer to the old instruction objects. Decisions about a released
/// body still report the correct lines, because a line is found by the instruction's offset.
/// </summary>
internal sealed class AnalysisPhase
{
    private readonly WovenModules _modules;
    private readonly HashSet<MethodDefinition> _kept;

    public AnalysisPhase(WovenModules modules)
    {
        _modules = modules;
        _kept = [.. modules.All.SelectMany(Decoded)];
    }

    /// <param name="needed">The methods whose instructions are still used after the phase.</param>
    public void End(IEnumerable<MethodDefinition> needed)
    {
        if (_modules.All.Count == 1)
        {
            return;
        }

        _kept.UnionWith(needed);
        foreach (var module in _modules.All)
        {
            // Added methods are not in the file, so they could not be decoded again.
            foreach (var method in Decoded(module).Where(method => method.RVA != 0 && !_kept.Contains(method)).ToList())
            {
                // The debug information refers to instructions, and these keep the whole body alive.
                if (method.HasCustomDebugInformations)
                {
                    method.CustomDebugInformations.Clear();
                }

                method.Body = null;
                module.LetGo.Add(method);
            }
        }

        // Without this call, the collector would let the heap double before it frees the released bodies. The call runs only a few times when the tool weaves a
        // program. It never runs in a build, because a build weaves one module.
        GC.Collect();
    }

    private static IEnumerable<MethodDefinition> Decoded(WovenModule module) => module.Methods.Where(method => method.HasBody && MemberUses.IsDecoded(method));
}
