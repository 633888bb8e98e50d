using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Weaving;

/// <summary>What a rewrite decided about one site. A site is a place that the rewrite may change.</summary>
/// <param name="Method">The method that contains the site.</param>
/// <param name="At">The site's line; null if the method's first line is reported instead, or if the line is unknown.</param>
/// <param name="Value">The change to make; null if the site is left alone.</param>
/// <param name="Reason">Why the site is left alone; null if it is changed.</param>
internal sealed record SiteDecision<TFound>(MethodDefinition Method, SequencePoint? At, TFound? Value, Reason? Reason)
    where TFound : class;
