using System.Text.Json.Serialization;

namespace PooledAwait.Inspect.Comparing;

/// <summary>How the two forms of the program did; as a number, the tool's exit code.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Outcome>))]
internal enum Outcome
{
    /// <summary>Both ended as they should, and printed the same, as far as what they print can be compared.</summary>
    [JsonStringEnumMemberName("same")]
    Same = 0,

    /// <summary>The program fails as it is.</summary>
    [JsonStringEnumMemberName("fails")]
    Fails = 2,

    /// <summary>It ends with another exit code once it is woven.</summary>
    [JsonStringEnumMemberName("failsWoven")]
    FailsWoven = 3,

    /// <summary>It prints something else once it is woven.</summary>
    [JsonStringEnumMemberName("differs")]
    Differs = 4,
}
