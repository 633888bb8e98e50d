using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>Collects the decisions of one module's weave, and the IL of changed methods.</summary>
/// <param name="module">The module that is woven.</param>
/// <param name="owners">Finds the methods that users wrote.</param>
/// <param name="keepsIl">Whether to keep IL for <see cref="Snapshots"/>, which costs time and memory.</param>
/// <param name="before">Keeps the original of each changed body, so that the body can be restored; null if no body will be restored.</param>
internal sealed class WeavingReport(ModuleDefinition module, MethodOwners owners, bool keepsIl = false, ModuleBefore? before = null)
{
    private readonly List<Decision> _decisions = [];
    private readonly HashSet<MethodDefinition> _givingBack = [];
    private readonly IlSnapshots? _il = keepsIl ? new IlSnapshots(module, owners) : null;

    public IReadOnlyList<Decision> Decisions => _decisions;

    /// <summary>Whether the weave changed the module.</summary>
    public bool IsChanged => HasNewMembers || _givingBack.Count > 0 || _decisions.Any(decision => decision.Reason == null || decision.Reason == Reason.GivenATask);

    /// <summary>The module as it was before the weave; null if it is not kept.</summary>
    public ModuleBefore? Before => before;

    /// <summary>
    /// Whether the module contains or calls twins. If only other modules call the module's twins, there may be no decision that shows the change.
    /// </summary>
    public bool HasNewMembers { get; set; }

    /// <summary>Finds the methods that users wrote. The report uses their names.</summary>
    public MethodOwners Owners => owners;

    /// <summary>
    /// Whether to report what changes would save at sites that the user has disabled. To find this out, the weaver analyses these sites like all other sites.
    /// The report then also names awaited calls of methods in other assemblies.
    /// </summary>
    public bool ReportsSavings { get; init; }

    public ModuleDefinition Module => module;

    public string AssemblyName => module.Assembly?.Name.Name ?? module.Name;

    /// <summary>Keeps a method's present code. Must be called before a rewrite changes the code. Repeated calls do no harm.</summary>
    /// <param name="method">The method that will change; a state machine's method counts as its kick-off method.</param>
    /// <param name="bodies">The methods whose bodies will be changed.</param>
    public void AboutToChange(MethodDefinition method, IEnumerable<MethodDefinition> bodies)
    {
        var all = bodies.ToList();
        before?.Keep(owners.KickOffOf(method), all);
        _il?.Keep(owners.KickOffOf(method), all);
    }

    /// <param name="rewrite">The rewrite that changed the method.</param>
    /// <param name="method">The changed method; a state machine's method counts as its kick-off method.</param>
    /// <param name="what">What exactly was changed.</param>
    /// <param name="at">The line, if it is not the method's first.</param>
    /// <param name="saved">An estimate of the bytes saved each time the place runs.</param>
    public void Changed(Rewrite rewrite, MethodDefinition method, string what, SequencePoint? at = null, BytesSaved? saved = null) =>
        Add(new Decision(rewrite, method, null, what, at, saved));

    /// <param name="rewrite">The rewrite that left the method alone.</param>
    /// <param name="method">The method that was left alone; a state machine's method counts as its kick-off method.</param>
    /// <param name="why">The refusal.</param>
    /// <param name="at">The line, if it is not the method's first.</param>
    public void LeftAlone(Rewrite rewrite, MethodDefinition method, Refusal why, SequencePoint? at = null) => Add(new Decision(
        rewrite, method, why.Reason, why.Detail, at, why.WouldSave, why.Cause ?? (why.About == null ? null : new Cause(why.About)), Failed: FailedConditionOf(why)));

    /// <summary>
    /// The methods that discard a call's ValueTask, and that the weaver changed so that the call's box goes back to its pool. These calls have no decision of
    /// their own, because the decision about the called method covers them.
    /// </summary>
    public IReadOnlyCollection<MethodDefinition> GivingBack => _givingBack;

    /// <param name="caller">A method that discards a call's ValueTask. The weaver changes the method so that the call's box goes back to its pool.</param>
    public void GivesBack(MethodDefinition caller) => _givingBack.Add(owners.KickOffOf(caller));

    /// <param name="caller">The method that misuses a call's ValueTask. Because of the misuse, the call got its own task.</param>
    /// <param name="called">The called method.</param>
    /// <param name="misuse">How the caller misuses the ValueTask.</param>
    /// <param name="at">The line of the call.</param>
    public void GivenATask(MethodDefinition caller, MethodReference called, Refusal misuse, SequencePoint? at) =>
        Add(new Decision(
            Rewrite.Builders,
            caller,
            Reason.GivenATask,
            $"It calls {called.Name}{(called.DeclaringType.Scope is AssemblyNameReference assembly ? $" in {assembly.Name}" : "")} ({misuse.Reason.Id}).",
            at,
            Misuse: misuse.Reason,
            Failed: FailedConditionOf(misuse)));

    /// <summary>Returns a method's name as the report shows it.</summary>
    public string NameOf(MethodDefinition method) => IlToken.Name(MethodName.Of(owners.KickOffOf(method), owners));

    /// <summary>Returns every decision with its method's name, always in the same order.</summary>
    public IEnumerable<(string Name, Decision Decision)> Sorted() => _decisions
        .Select(decision => (Name: IlToken.Name(MethodName.Of(decision.Method, owners)), Decision: decision))
        .OrderBy(entry => entry.Name, StringComparer.Ordinal)
        .ThenBy(entry => entry.Decision.At?.StartLine)
        .ThenBy(entry => entry.Decision.At?.StartColumn)
        .ThenBy(entry => entry.Decision.Method.FullName, StringComparer.Ordinal)
        .ThenBy(entry => entry.Decision.Rewrite)
        .ThenBy(entry => entry.Decision.Detail, StringComparer.Ordinal);

    /// <summary>Returns the first line of a user's method; null without symbols.</summary>
    public SequencePoint? SourceOf(MethodDefinition written) => SourceLine.Of(written, owners);

    /// <summary>Returns the IL of each changed method, before the rewrites and after them, sorted by name. Returns nothing if no IL was kept.</summary>
    public IEnumerable<IlSnapshot> Snapshots()
    {
        if (_il == null)
        {
            yield break;
        }

        // A file name is reserved even for a method that was left alone. If a later build changes this method, the files of the other methods keep their names.
        var order = 0;
        var inOrder = module.GetTypes().SelectMany(type => type.Methods).ToDictionary(method => method, _ => order++);
        var names = new SnapshotNames();
        foreach (var (name, method) in _decisions
            .Select(decision => decision.Method)
            .Concat(_givingBack)
            .Distinct()
            .Select(method => (Name: MethodName.Of(method, owners), Method: method))
            .OrderBy(entry => entry.Name, StringComparer.Ordinal)
            .ThenBy(entry => inOrder[entry.Method]))
        {
            var file = names.Next(name);
            if (_il.Of(method) is var (before, after))
            {
                yield return new IlSnapshot(method, IlToken.Name(name), file, before, after);
            }
        }
    }

    private FailedCondition? FailedConditionOf(Refusal why) => why is { Condition: null, Because: null } ? null : FailedCondition.Of(why, NameOf);

    /// <summary>
    /// Adds a decision, with the kick-off method in place of a state machine's method. A decision without a line gets the method's first line.
    /// </summary>
    private void Add(Decision decision)
    {
        var written = owners.KickOffOf(decision.Method);
        _decisions.Add(decision with { Method = written, At = decision.At ?? SourceLine.Of(written, owners) });
    }
}
