namespace PooledAwait.Fody.Verification;

/// <summary>
/// Records facts on which calls of second methods rely. (The weaver adds a second method for an original method.) The facts say of what kind each original is
/// (for example, static or virtual), which methods override it, and which code calls it. The originals' own code is not recorded. In a build, the weaver writes
/// the record beside the assembly. If another tool rewrites the assembly, the record shows whether these facts still hold.
/// </summary>
internal sealed class WovenRecord
{
    /// <summary>The package's targets define this constant if the build will read the record. Only the weaver sees the constant.</summary>
    public const string Constant = "POOLEDAWAIT_RECORD";

    private readonly IReadOnlyDictionary<string, SortedSet<string>> _facts;

    private WovenRecord(IReadOnlyDictionary<string, SortedSet<string>> facts) => _facts = facts;

    public static string PathFor(string assembly) => Path.ChangeExtension(assembly, ".PooledAwait.record");

    public static WovenRecord Of(ModuleDefinition module) => new(new ReliedFacts(module).All);

    /// <exception cref="FormatException">The file is not a record.</exception>
    public static WovenRecord Read(string path)
    {
        var lines = File.ReadAllLines(path).Select(line => line.Split('\t')).ToList();
        return lines.All(parts => parts.Length == 2)
            ? new(lines.ToLookup(parts => parts[0], parts => parts[1]).ToDictionary(subject => subject.Key, subject => new SortedSet<string>(subject, StringComparer.Ordinal)))
            : throw new FormatException($"{path} is no record that PooledAwait wrote.");
    }

    /// <summary>Writes the record. If the assembly has no second methods, deletes an old record.</summary>
    public void Write(string path)
    {
        File.Delete(path);
        if (_facts.Count > 0)
        {
            File.WriteAllLines(path, _facts.SelectMany(subject => subject.Value.Select(fact => $"{subject.Key}\t{fact}")));
        }
    }

    /// <summary>
    /// Returns the differences between the record and the assembly. Each difference is a text, with the method or type that the text is about.
    /// </summary>
    /// <remarks>
    /// If a tool renamed or removed a method together with its second methods, there is no difference, because nothing calls the recorded methods any more.
    /// </remarks>
    public IEnumerable<(string Subject, string Difference)> BrokenIn(ModuleDefinition module)
    {
        var now = Of(module)._facts;
        var methods = module.GetTypes().SelectMany(type => type.Methods).ToList();
        var names = new HashSet<string>(methods.Select(ReliedFacts.NameOf).Concat(methods.Where(method => method.HasBody).Select(ReliedFacts.CodeOf)), StringComparer.Ordinal);
        foreach (var subject in _facts)
        {
            if (now.TryGetValue(subject.Key, out var facts) || (IsCode(subject.Value) && names.Contains(subject.Key)))
            {
                facts ??= [];

                // Lost interfaces do not count, because no call becomes wrong if a type implements fewer interfaces. An interface may also seem to be lost only
                // because its assembly cannot be found now.
                foreach (var lost in subject.Value.Except(facts).Where(fact => !fact.StartsWith(ReliedFacts.Implements, StringComparison.Ordinal)))
                {
                    yield return (subject.Key, $"it {lost} no more");
                }

                foreach (var gained in facts.Except(subject.Value).Where(fact => !fact.StartsWith(ReliedFacts.Calls, StringComparison.Ordinal)))
                {
                    yield return (subject.Key, $"it {gained} now");
                }
            }
            else if (subject.Value.Any(fact => fact.StartsWith(ReliedFacts.HasSecond, StringComparison.Ordinal) && names.Contains(fact.Substring(ReliedFacts.HasSecond.Length))))
            {
                yield return (subject.Key, "it is gone, or has another name or other parameters");
            }
        }
    }

    private static bool IsCode(SortedSet<string> facts) => facts.All(fact => fact.StartsWith(ReliedFacts.Calls, StringComparison.Ordinal));
}
