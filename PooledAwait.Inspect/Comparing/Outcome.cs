using System.Text.Json.Serialization;

namespace PooledAwait.Inspect.Comparing;

/// <summary>The outcome of a comparison. Its number is the tool's exit code.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Outcome>))]
internal enum Outcome
{
    /// <summary>The program and its woven copy ended as expected and printed the same, as far as their output can be compared.</summary>
    [JsonStringEnumMemberName("same")]
    Same = 0,

    /// <summary>The program fails without weaving.</summary>
    [JsonStringEnumMemberName("fails")]
    Fails = 2,

    /// <summary>The woven copy ends with another exit code, or ends too early under load.</summary>
    [JsonStringEnumMemberName("failsWoven")]
    FailsWoven = 3,

    /// <summary>The woven copy prints something else.</summary>
    [JsonStringEnumMemberName("differs")]
    Differs = 4,
}
