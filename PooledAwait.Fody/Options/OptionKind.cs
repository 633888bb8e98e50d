namespace PooledAwait.Fody.Options;

/// <summary>The values that an option can have.</summary>
/// <param name="Read">Reads a value that was written as text.</param>
internal sealed record OptionKind(Func<OptionValue, object> Read)
{
    public static readonly OptionKind Switch = new(value => value.Boolean()) { Words = ["true", "false"], InAttribute = typeof(bool) };

    public static readonly OptionKind Bytes = new(value => value.Bytes())
    {
        InAttribute = typeof(int),
        IsAllowed = argument => (int)argument >= 0,
        AllowedInAttribute = "numbers of bytes from 0",
    };

    public static readonly OptionKind Patterns = new(value => value.Patterns());

    public static readonly OptionKind Warnings = new(value => value.WarningIdentifiers());

    /// <summary>The words that are allowed; none if there are too many to list.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>Whether several words may be combined. None and All cannot be combined with other words.</summary>
    public bool Combines { get; private init; }

    /// <summary>The type of a value in <c>[PooledAwait]</c>; an enumeration's value is a number there.</summary>
    public Type? InAttribute { get; private init; }

    /// <summary>Whether a value of that type is allowed in <c>[PooledAwait]</c>.</summary>
    public Func<object, bool> IsAllowed { get; private init; } = _ => true;

    /// <summary>What is allowed in <c>[PooledAwait]</c>, in the words of error messages.</summary>
    public string AllowedInAttribute { get; private init; } = "";

    /// <summary>The option's value is one value of an enumeration.</summary>
    public static OptionKind OneOf<T>()
        where T : struct, Enum =>
        new(value => value.OneOf<T>())
        {
            Words = Enum.GetNames(typeof(T)),
            InAttribute = typeof(int),
            IsAllowed = argument => Enum.IsDefined(typeof(T), argument),
            AllowedInAttribute = $"the values of {typeof(T).Name}",
        };

    /// <summary>The option's value combines any values of an enumeration that has None and All.</summary>
    public static OptionKind AnyOf<T>()
        where T : struct, Enum =>
        new(value => value.AnyOf<T>())
        {
            Words = Enum.GetNames(typeof(T)),
            Combines = true,
            InAttribute = typeof(int),
            IsAllowed = argument => ((int)argument & ~(int)Enum.Parse(typeof(T), "All")) == 0,
            AllowedInAttribute = $"the values of {typeof(T).Name} and their combinations",
        };
}
