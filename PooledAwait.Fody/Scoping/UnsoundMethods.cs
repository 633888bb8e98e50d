using Mono.Cecil;

namespace PooledAwait.Fody.Scoping;

/// <summary>
/// The methods whose woven code did not pass the check, with what was found: a weave that begins anew leaves them alone.
/// </summary>
internal sealed class UnsoundMethods
{
    private readonly Dictionary<MethodDefinition, string> _found = [];

    /// <summary>What was found last where leaving single methods alone came to no end: then all are left alone. Null where single ones are enough.</summary>
    public string? OfAll { get; private set; }

    /// <summary>The methods of a module, as the user wrote them, and what was found.</summary>
    public IEnumerable<KeyValuePair<MethodDefinition, string>> In(ModuleDefinition module) => _found.Where(one => one.Key.Module == module);

    public bool Any => _found.Count > 0 || OfAll != null;

    /// <returns>False where it is left alone already.</returns>
    public bool Add(MethodDefinition written, string finding)
    {
        if (_found.ContainsKey(written))
        {
            return false;
        }

        _found.Add(written, finding);
        return true;
    }

    public void AddAll(string finding) => OfAll = finding;

    /// <summary>What was found of a method; null where it may be woven.</summary>
    public string? WhyNot(MethodDefinition written) => _found.TryGetValue(written, out var finding) ? finding : OfAll;
}
