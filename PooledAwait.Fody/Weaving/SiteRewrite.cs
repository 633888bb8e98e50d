using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// The part of a rewrite that finds sites (places that it may change) in one module, and recognises the changes to make. This part only reads. The
/// <see cref="Driver"/> checks the scope, writes to the report and applies the changes.
/// </summary>
/// <typeparam name="TSite">A place that the rewrite may change, with the data that is needed to examine the place.</typeparam>
/// <typeparam name="TFound">The change to make at a site.</typeparam>
internal abstract class SiteRewrite<TSite, TFound>(WovenModule module)
    where TFound : class
{
    public WovenModule Module => module;

    /// <summary>The rewrite's name in the report.</summary>
    public abstract Rewrite Name { get; }

    /// <summary>Returns the methods that may contain sites.</summary>
    public abstract IEnumerable<MethodDefinition> Methods();

    /// <summary>
    /// Returns the sites in a method. This method must not analyse the sites, because a build does not analyse sites that the user has disabled.
    /// </summary>
    public abstract IEnumerable<TSite> SitesIn(MethodDefinition method);

    /// <summary>Returns the instruction whose line is reported; null if the method's line is enough.</summary>
    public abstract Instruction? At(TSite site);

    /// <summary>Returns a text that distinguishes the site from other sites on the same line; null if the line is enough.</summary>
    public virtual string? Which(TSite site) => null;

    /// <summary>Returns why an option or attribute disables a site that is in scope; null if nothing disables the site.</summary>
    public abstract Reason? WhyOff(TSite site, MethodSettings settings);

    /// <summary>
    /// Returns the bytes that the change of a disabled site would save; null if the site could not be changed even if it were enabled. The driver calls this
    /// method only if the report shows savings.
    /// </summary>
    public virtual BytesSaved? WouldSave(TSite site, MethodSettings settings) => null;

    /// <returns>The change or the refusal; null if nobody would expect a change of the site.</returns>
    public abstract Recognised<TFound>? Recognise(TSite site, MethodSettings settings);

    /// <summary>Finds the changes that must be refused because they depend on a refused change in the same method.</summary>
    /// <param name="all">All changes that were found in the method.</param>
    /// <returns>The changes to refuse, each with its refusal.</returns>
    public virtual IReadOnlyDictionary<TFound, Refusal> WhyIncomplete(IReadOnlyList<TFound> all) => new Dictionary<TFound, Refusal>();

    /// <summary>Returns the methods whose bodies the change affects.</summary>
    public abstract IEnumerable<MethodDefinition> Bodies(MethodDefinition method, TFound found);

    /// <summary>Returns the report's text that says exactly what is changed.</summary>
    public abstract string What(TFound found);

    /// <summary>Returns the bytes that the change saves each time the site runs; null if that is unknown.</summary>
    public abstract BytesSaved? Saved(TFound found);
}
