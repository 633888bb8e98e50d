using System.Xml.Linq;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;

namespace Tests.Options;

/// <summary>A property's accessor in a type that is nested twice. Around the accessor, there is every kind of place that may have an attribute.</summary>
internal static class NestedPlaces
{
    /// <summary>The places, from the narrowest to the widest. All except the last may have an attribute.</summary>
    public static readonly string[] Places = ["method", "property", "type", "enclosing type", "outermost type", "module", "assembly", "XML"];

    public static Dictionary<string, string> Attributes(params (string Place, string Attribute)[] attributes) =>
        attributes.ToDictionary(attribute => attribute.Place, attribute => attribute.Attribute);

    /// <summary>Returns the settings of the accessor.</summary>
    /// <param name="attributes">The attribute of each place.</param>
    /// <param name="xml">The weaver's element.</param>
    public static MethodSettings SettingsOf(Dictionary<string, string> attributes, string xml)
    {
        var module = Source.Compile(
            $$"""
            {{At("assembly", "assembly: ")}} {{At("module", "module: ")}}
            namespace App
            {
                {{At("outermost type")}} class Outermost
                {
                    {{At("enclosing type")}} class Enclosing
                    {
                        {{At("type")}} struct Type
                        {
                            {{At("property")}} int Property { {{At("method")}} get => 1; }
                        }
                    }
                }

                class Other;
            }
            """);
        var options = OptionsReader.ReadFrom(XElement.Parse(xml), "/src/app");
        return new Scope(module, options, new MethodOwners(module)).For(module.Method("get_Property"));

        string At(string place, string target = "") => attributes.TryGetValue(place, out var attribute) ? $"[{target}{attribute}]" : "";
    }
}
