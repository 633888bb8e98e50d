using System.Xml.Linq;

namespace Tests.WovenPackages;

/// <summary>A way to weave the packages' assemblies.</summary>
/// <param name="Name">The weaving's name in the table.</param>
/// <param name="Config">The element of FodyWeavers.xml; null if the assemblies stay as they were published.</param>
/// <param name="Together">Whether the assemblies are woven as one program, with all other assemblies of the program.</param>
internal sealed record Weaving(string Name, XElement? Config, bool Together = false)
{
    public static readonly Weaving None = new("not woven", null);

    /// <summary>The default options, but without direct awaits.</summary>
    public static readonly Weaving WithoutDirectAwaits = new(
        "woven without direct awaits", new XElement("PooledAwait", new XAttribute("DirectAwaits", false)));

    /// <summary>The default options.</summary>
    public static readonly Weaving All = new("woven", new XElement("PooledAwait"));

    /// <summary>The default options in the whole program, including the packages' dependencies and the program's own code.</summary>
    public static readonly Weaving AllTogether = new("woven together", new XElement("PooledAwait"), Together: true);
}
