using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Reasons;
using PooledAwait.Fody.Scoping;

namespace PooledAwait.Fody.Driving;

/// <summary>
/// What a rewrite looks for in one module, and what it recognises there. It reads, and changes nothing; the <see cref="Driver"/> asks the scope, tells the report and has the
/// change made.
/// </summary>
/// <typeparam name="TSite">A place where something may be changed, with what is needed to look at it.</typeparam>
/// <typeparam name="TFound">What is to be done there.</typeparam>
internal abstract class SiteRewrite<TSite, TFound>(WovenModule module)
    where TFound : class
{
    /// <summary>Where it looks.</summary>
    public WovenModule Module => module;

    /// <summary>Its name in the report.</summary>
    public abstract Rewrite Name { get; }

    /// <summary>The methods in which there may be sites.</summary>
    public abstract IEnumerable<MethodDefinition> Methods();

    /// <summary>The sites in one of them. They are not followed yet: a build does not follow those that the user does not want changed.</summary>
    public abstract IEnumerable<TSite> SitesIn(MethodDefinition method);

    /// <summary>The instruction whose line is told; null where the method says it all.</summary>
    public abstract Instruction? At(TSite site);

    /// <summary>Tells the site from others of the same line; null where the line says it all.</summary>
    public virtual string? Which(TSite site) => null;

    /// <summary>Why the user does not want a site changed that is in scope; null where nothing speaks against it.</summary>
    public abstract Reason? WhyOff(TSite site, MethodSettings settings);

    /// <summary>What a site that the user does not want changed would save; null if it could not be changed anyway. Only asked for a report that says it.</summary>
    public virtual BytesSaved? WouldSave(TSite site, MethodSettings settings) => null;

    /// <returns>Null where nobody would expect a change.</returns>
    public abstract Recognised<TFound>? Recognise(TSite site, MethodSettings settings);

    /// <summary>Why some of what was found cannot be done: it can be only together with something else in its method, which cannot.</summary>
    /// <param name="all">Everything that was found in the method.</param>
    /// <returns>Those alone for which that is so.</returns>
    public virtual IReadOnlyDictionary<TFound, Recognised<TFound>> WhyIncomplete(IReadOnlyList<TFound> all) => new Dictionary<TFound, Recognised<TFound>>();

    /// <summary>The bodies that are changed for it.</summary>
    public abstract IEnumerable<MethodDefinition> Bodies(MethodDefinition method, TFound found);

    /// <summary>What exactly is changed, for the report.</summary>
    public abstract string What(TFound found);

    /// <summary>What one run through it allocates less; null where that is not known.</summary>
    public abstract BytesSaved? Saved(TFound found);
}
