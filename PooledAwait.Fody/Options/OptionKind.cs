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

    /// <summary>The allowed words; empty if there are too many to list.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>Whether several words may be combined. None and All cannot be combined with other words.</summary>
    public bool Combines { get; private init; }

    /// <summary>
    /// The type of the option's value in <c>[PooledAwait]</c>, where a value of an enumeration is a number. Null if no attribute can have such a value.
    /// </summary>
    public Type? InAttribute { get; private init; }

    /// <summary>Returns whether a value is allowed in <c>[PooledAwait]</c>. The value has the type <see cref="InAttribute"/>.</summary>
    public Func<object, bool> IsAllowed { get; private init; } = _ => true;

    /// <summary>The allowed values in <c>[PooledAwait]</c>, as error messages describe them.</summary>
    public string AllowedInAttribute { get; private init; } = "";

    /// <summary>Returns the kind of an option whose value is one value of an enumeration.</summary>
    public static OptionKind OneOf<T>()
        where T : struct, Enum =>
        new(value => value.OneOf<T>())
        {
            Words = Enum.GetNames(typeof(T)),
            InAttribute = typeof(int),
            IsAllowed = argument => Enum.IsDefined(typeof(T), argument),
            AllowedInAttribute = $"the values of {typeof(T).Name}",
        };

    /// <summary>Returns the kind of an option whose value combines any values of an enumeration. The enumeration has the values None and All.</summary>
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
