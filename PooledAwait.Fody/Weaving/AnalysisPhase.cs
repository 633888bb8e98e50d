namespace PooledAwait.Fody.Weaving;

/// <summary>
/// A read-only phase: bodies are decoded and read, but none is changed or added. If several modules are woven together, the phase ends by releasing the bodies
/// that are no longer needed. This saves memory, because the weave changes only few bodies. If code later asks for a released body, it is decoded again, with
/// new instruction objects; <see cref="BodyEditor"/> refuses edits that refer to the old ones. Decisions about a released body still report the correct lines,
/// because they use offsets.
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

        // Without this, the collector would let the heap double first. This line runs only a few times when the tool weaves a program, and never in a build, which weaves one module.
        GC.Collect();
    }

    private static IEnumerable<MethodDefinition> Decoded(WovenModule module) => module.Methods.Where(method => method.HasBody && MemberUses.IsDecoded(method));
}
