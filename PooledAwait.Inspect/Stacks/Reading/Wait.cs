namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Something that waits or is waited for: a call, what joins several (<c>Task.WhenAll</c>), or the last thing.</summary>
internal sealed class Wait
{
    private Wait(ulong address, string text, Call? call, bool isLast) => (Address, Text, Call, IsLast) = (address, text, call, isLast);

    public ulong Address { get; }

    /// <summary>The method, or what it is in words.</summary>
    public string Text { get; set; }

    /// <summary>What more is to be said of a last thing; empty mostly.</summary>
    public string Note { get; set; } = "";

    /// <summary>The call that it is, if it is one.</summary>
    public Call? Call { get; }

    /// <summary>Whether it is no call and waits for nothing that is known.</summary>
    public bool IsLast { get; }

    /// <summary>What a timer has left, in milliseconds; null where it is none, or that is not known.</summary>
    public long? MillisecondsLeft { get; init; }

    /// <summary>Whether a call that has gone on and come back shows the same here: two looks do not tell whether it stood still.</summary>
    public bool LooksTheSameAgain { get; init; }

    /// <summary>What it waits for.</summary>
    public List<Wait> On { get; } = [];

    /// <summary>Who waits for it.</summary>
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
