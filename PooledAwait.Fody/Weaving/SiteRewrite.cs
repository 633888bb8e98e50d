using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// What a rewrite looks for in one module, and what it recognises there. It reads, and changes nothing; the <see cref="Driver"/> asks the scope, writes to the report and applies
/// the change.
/// </summary>
/// <typeparam name="TSite">A place where something may be changed, with what is needed to look at it.</typeparam>
/// <typeparam name="TFound">The change to make there.</typeparam>
internal abstract class SiteRewrite<TSite, TFound>(WovenModule module)
    where TFound : class
{
    /// <summary>The module in which the rewrite looks.</summary>
    public WovenModule Module => module;

    /// <summary>The rewrite's name in the report.</summary>
    public abstract Rewrite Name { get; }

    /// <summary>The methods in which there may be sites.</summary>
    public abstract IEnumerable<MethodDefinition> Methods();

    /// <summary>The sites in one of these methods. They are not followed yet, because a build does not follow sites that the user does not want changed.</summary>
    public abstract IEnumerable<TSite> SitesIn(MethodDefinition method);

    /// <summary>The instruction whose line is reported; null if the method's line is enough.</summary>
    public abstract Instruction? At(TSite site);

    /// <summary>A text that distinguishes the site from others on the same line; null if the line is enough.</summary>
    public virtual string? Which(TSite site) => null;

    /// <summary>Why the user does not want a site in scope to be changed; null if the user does not object.</summary>
    public abstract Reason? WhyOff(TSite site, MethodSettings settings);

    /// <summary>What a site that the user does not want changed would save; null if it could not be changed anyway. Only called for a report that shows it.</summary>
    public virtual BytesSaved? WouldSave(TSite site, MethodSettings settings) => null;

    /// <returns>Null if nobody would expect a change.</returns>
    public abstract Recognised<TFound>? Recognise(TSite site, MethodSettings settings);

    /// <summary>Why some of the changes cannot be made: each of them needs another change in the same method, which cannot be made.</summary>
    /// <param name="all">Everything that was found in the method.</param>
    /// <returns>Only the changes that cannot be made.</returns>
    public virtual IReadOnlyDictionary<TFound, Recognised<TFound>> WhyIncomplete(IReadOnlyList<TFound> all) => new Dictionary<TFound, Recognised<TFound>>();

    /// <summary>The methods whose bodies the change affects.</summary>
    public abstract IEnumerable<MethodDefinition> Bodies(MethodDefinition method, TFound found);

    /// <summary>What exactly is changed, for the report.</summary>
    public abstract string What(TFound found);

    /// <summary>How many bytes fewer one run through the site allocates; null if that is unknown.</summary>
    public abstract BytesSaved? Saved(TFound found);
}
