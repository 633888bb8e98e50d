namespace PooledAwait.Fody.Options;

/// <summary>The methods that a repeated weave leaves alone. Their woven code did not pass the check, or the weaver threw an exception at them.</summary>
internal sealed class UnsoundMethods
{
    private readonly Dictionary<MethodDefinition, Unsoundness> _found = [];

    /// <summary>The last fault, if the weave leaves all methods alone because leaving single methods alone did not help. Otherwise null.</summary>
    public Unsoundness? OfAll { get; private set; }

    /// <summary>Returns the user's methods that the weave leaves alone in the given module, each with its fault.</summary>
    public IEnumerable<KeyValuePair<MethodDefinition, Unsoundness>> In(ModuleDefinition module) => _found.Where(one => one.Key.Module == module);

    public bool Any => _found.Count > 0 || OfAll != null;

    /// <returns>False if the method is left alone already.</returns>
    public bool Add(MethodDefinition written, Unsoundness why)
    {
        if (_found.ContainsKey(written))
        {
            return false;
        }

        _found.Add(written, why);
        return true;
    }

    public void AddAll(Unsoundness why) => OfAll = why;

    /// <summary>Returns why a method is left alone; null if it may be woven.</summary>
    public Unsoundness? WhyNot(MethodDefinition written) => _found.TryGetValue(written, out var why) ? why : OfAll;
}

/// <summary>A fault of the weaver, found during the weave.</summary>
/// <param name="Text">The check's finding, or the exception.</param>
/// <param name="IsFailure">Whether the weaver failed with an exception.</param>
internal sealed record Unsoundness(string Text, bool IsFailure)
{
    /// <summary>The fault, as a clause of a sentence.</summary>
    public string Because => IsFailure ? $"the weaver failed at it ({Text})" : $"its woven code is not sound ({Text})";
}
