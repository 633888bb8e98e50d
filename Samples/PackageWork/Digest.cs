using System.Globalization;

namespace PackageWork;

/// <summary>A digest of results as one number. It depends on the order of the results.</summary>
public struct Digest
{
    private const ulong Prime = 1099511628211;

    private ulong _value;

    /// <summary>Adds a number.</summary>
    public void Add(long value) => _value = ((_value ^ (ulong)value) + 1) * Prime;

    /// <summary>Adds a text.</summary>
    public void Add(string? value)
    {
        Add(value?.Length ?? -1);
        foreach (var letter in value ?? "")
        {
            Add(letter);
        }
    }

    /// <summary>Adds another digest.</summary>
    public void Add(Digest other) => Add((long)other._value);

    /// <inheritdoc/>
    public override readonly string ToString() => _value.ToString("x16", CultureInfo.InvariantCulture);
}
