using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Tests.Report;

/// <summary>Validates JSON against a schema. Supports only the keywords of our schema, and throws for any other keyword.</summary>
internal sealed class JsonSchema(JsonNode root)
{
    /// <summary>Keywords that state no rule of their own: annotations, and keywords to which other code of this class refers.</summary>
    private static readonly HashSet<string> s_passive = ["$schema", "$id", "$defs", "title", "description", "type"];

    /// <summary>Returns a message for each part of the value that breaks the schema.</summary>
    public IEnumerable<string> Errors(JsonNode? value) => Errors(value, root, "$");

    private IEnumerable<string> Errors(JsonNode? value, JsonNode schema, string at)
    {
        // All keywords except "type" apply only to a value of the right type.
        if (schema["type"]?.GetValue<string>() is { } type && TypeOf(value) != type)
        {
            return [$"{at} is no {type}"];
        }

        return schema.AsObject()
            .Where(keyword => !s_passive.Contains(keyword.Key))
            .SelectMany(keyword => Errors(value, schema, keyword.Key, keyword.Value!, at));
    }

    private IEnumerable<string> Errors(JsonNode? value, JsonNode schema, string keyword, JsonNode rule, string at)
    {
        return keyword switch
        {
            "$ref" => Errors(value, rule.GetValue<string>().Split('/').Skip(1).Aggregate(root, (node, name) => node[name]!), at),
            "const" => Say(JsonNode.DeepEquals(value, rule), "is not " + rule),
            "enum" => Say(rule.AsArray().Any(allowed => JsonNode.DeepEquals(allowed, value)), $"is {value}"),
            "minimum" => Say(value!.GetValue<int>() >= rule.GetValue<int>(), $"is {value}"),
            "pattern" => Say(Regex.IsMatch(value!.GetValue<string>(), rule.GetValue<string>()), $"is {value}"),
            "minItems" => Say(value!.AsArray().Count >= rule.GetValue<int>(), "is too short"),
            "items" => value!.AsArray().SelectMany((item, index) => Errors(item, rule, $"{at}[{index}]")),
            "required" => rule.AsArray().SelectMany(name => Say(value!.AsObject().ContainsKey(name!.GetValue<string>()), $"has no {name}")),
            "properties" => value!.AsObject().Where(member => rule.AsObject().ContainsKey(member.Key))
                .SelectMany(member => Errors(member.Value, rule[member.Key]!, $"{at}.{member.Key}")),
            "additionalProperties" => value!.AsObject()
                .SelectMany(member => Say(schema["properties"]!.AsObject().ContainsKey(member.Key), $"has {member.Key}")),
            _ => throw new InvalidOperationException($"The schema's keyword {keyword} is not known here."),
        };

        IEnumerable<string> Say(bool holds, string otherwise) => holds ? [] : [$"{at} {otherwise}"];
    }

    private static string TypeOf(JsonNode? value) => value switch
    {
        JsonObject => "object",
        JsonArray => "array",
        JsonValue text when text.TryGetValue<string>(out _) => "string",
        JsonValue number when number.TryGetValue<int>(out _) => "integer",
        _ => "other",
    };
}
