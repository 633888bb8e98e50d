using System.Xml.Linq;

namespace Tests.WovenPackages;

/// <summary>What becomes of the packages' assemblies.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Config">The element of FodyWeavers.xml; null where they stay as they were published.</param>
/// <param name="Together">Whether they are woven as one program, with all else that the program has of its own.</param>
internal sealed record Weaving(string Name, XElement? Config, bool Together = false)
{
    public static readonly Weaving None = new("not woven", null);

    /// <summary>Everything but awaited calls of the packages' own methods.</summary>
    public static readonly Weaving WithoutDirectAwaits = new(
        "woven without direct awaits", new XElement("PooledAwait", new XAttribute("DirectAwaits", false)));

    /// <summary>Everything that can be rewritten.</summary>
    public static readonly Weaving All = new("woven", new XElement("PooledAwait"));

    /// <summary>The same of the whole program, the packages' dependencies and its own code with it.</summary>
    public static readonly Weaving AllTogether = new("woven together", new XElement("PooledAwait"), Together: true);
}
