using System.Globalization;

namespace PackageWork;

/// <summary>What some results were, in their order, as one number.</summary>
public struct Digest
{
    private const ulong Prime = 1099511628211;

    private ulong _value;

    /// <summary>Takes a number in.</summary>
    public void Add(long value) => _value = ((_value ^ (ulong)value) + 1) * Prime;

    /// <summary>Takes a text in.</summary>
    public void Add(string? value)
    {
        Add(value?.Length ?? -1);
        foreach (var letter in value ?? "")
        {
            Add(letter);
        }
    }

    /// <summary>Takes in what others have taken in.</summary>
    public void Add(Digest other) => Add((long)other._value);

    /// <inheritdoc/>
    public override readonly string ToString() => _value.ToString("x16", CultureInfo.InvariantCulture);
}
