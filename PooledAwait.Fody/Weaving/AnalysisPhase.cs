namespace PooledAwait.Fody.Weaving;

/// <summary>
/// A read-only phase: bodies are decoded to be looked at, and none is changed or made. At its end, if there are several modules, the bodies that nobody needs any more are released, because
/// most bodies of a published program are of no consequence. Code that asks for a released body gets it decoded anew, with other instructions. <see cref="BodyEditor"/> refuses to
/// edit the body by its old instructions. Decisions that were reported about a released body still name its lines, by their offsets.
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
            // Added methods could not be decoded again, because they are not in the file.
            foreach (var method in Decoded(module).Where(method => method.RVA != 0 && !_kept.Contains(method)).ToList())
            {
                // The debug information names instructions, which keep the whole body alive.
                if (method.HasCustomDebugInformations)
                {
                    method.CustomDebugInformations.Clear();
                }

                method.Body = null;
                module.LetGo.Add(method);
            }
        }

        // Happens twice when the tool weaves a program, and never in a build, which weaves one module. Otherwise the collector lets the heap double first.
        GC.Collect();
    }

    private static IEnumerable<MethodDefinition> Decoded(WovenModule module) => module.Methods.Where(method => method.HasBody && MemberUses.IsDecoded(method));
}
