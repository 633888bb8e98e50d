namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Something that waits or is waited for: a call, what joins several (<c>Task.WhenAll</c>), or the last thing.</summary>
internal sealed class Wait
{
    private Wait(ulong address, string text, Call? call, bool isLast) => (Address, Text, Call, IsLast) = (address, text, call, isLast);

    public ulong Address { get; }

    /// <summary>The method, or a description of a join or last thing.</summary>
    public string Text { get; set; }

    /// <summary>More about a last thing; usually empty.</summary>
    public string Note { get; set; } = "";

    /// <summary>The call; null if this is not a call.</summary>
    public Call? Call { get; }

    /// <summary>Whether this is a last thing: not a call, and waiting for nothing known.</summary>
    public bool IsLast { get; }

    /// <summary>The time until a timer fires, in milliseconds; null if this is not a timer, or the time is not known.</summary>
    public long? MillisecondsLeft { get; init; }

    /// <summary>Whether a call that has gone on and come back looks the same here, so that two looks do not show whether it made progress.</summary>
    public bool LooksTheSameAgain { get; init; }

    /// <summary>What this waits for.</summary>
    public List<Wait> On { get; } = [];

    /// <summary>What waits for this.</summary>
    public List<Wait> By { get; } = [];

    public static Wait Of(Call call) => new(call.Address, call.Place.Method, call, isLast: false);

    public static Wait Join(ulong address, string text) => new(address, text, call: null, isLast: false);

    public static Wait Last(ulong address, string text, long? millisecondsLeft = null, bool looksTheSameAgain = false) =>
        new(address, text, call: null, isLast: true) { MillisecondsLeft = millisecondsLeft, LooksTheSameAgain = looksTheSameAgain };

    public void WaitFor(Wait other)
    {
        On.Add(other);
        other.By.Add(this);
    }
}
