namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Something that waits or is waited for: a call, a join of several tasks (<c>Task.WhenAll</c>), or a last thing (the end of a chain).</summary>
internal sealed class Wait
{
    private Wait(ulong address, string text, Call? call, bool isLast) => (Address, Text, Call, IsLast) = (address, text, call, isLast);

    public ulong Address { get; }

    /// <summary>The method, or a description of a join or last thing.</summary>
    public string Text { get; set; }

    /// <summary>Additional information about a last thing; usually empty.</summary>
    public string Note { get; set; } = "";

    /// <summary>The call; null if this is not a call.</summary>
    public Call? Call { get; }

    /// <summary>True for a last thing. It is not a call, and the tool knows of no thing for which it waits.</summary>
    public bool IsLast { get; }

    /// <summary>The time until a timer fires, in milliseconds; null if this is not a timer, or the time is not known.</summary>
    public long? MillisecondsLeft { get; init; }

    /// <summary>
    /// True if two snapshots cannot show whether a call that waits for this thing made progress. The call may have continued and come back in between.
    /// </summary>
    public bool LooksTheSameAgain { get; init; }

    /// <summary>The things for which this thing waits.</summary>
    public List<Wait> On { get; } = [];

    /// <summary>The things that wait for this thing.</summary>
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
