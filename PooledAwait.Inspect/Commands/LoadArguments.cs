using System.CommandLine;
using System.Text.RegularExpressions;
using PooledAwait.Inspect.Comparing;

namespace PooledAwait.Inspect.Commands;

/// <summary>The options that decide how a program runs: to its end, or under a load if it does not end by itself.</summary>
internal sealed class LoadArguments
{
    private const int DefaultDelay = 2;

    private readonly Option<string?> _load = new("--load")
    {
        Description = "For a server: a command line that drives it and then ends. Only that time is measured; " +
            "then the program gets SIGTERM (on Windows it is killed).",
        HelpName = "command",
    };
    private readonly Option<string?> _ready = new("--ready")
    {
        Description = "A text that the program prints when it is ready.",
        HelpName = "text",
    };
    private readonly Option<int?> _delay = NumberOption.Create(
        "--delay", $"Seconds to wait before the load, if --ready is not given ({DefaultDelay}).", 0, 3_600);
    private readonly Option<string?> _throughput = new("--throughput")
    {
        Description = "A regular expression that finds the operations per second in the load's output (its first group, if it has one).",
        HelpName = "regex",
    };
    private readonly Option<string?> _operations = new("--operations")
    {
        Description = "A regular expression that finds how many operations the load did. The table then has bytes per operation, and operations per second if " +
            "--throughput is not given.",
        HelpName = "regex",
    };
    private readonly Option<int?> _exitCode = NumberOption.Create("--exit-code", "The exit code that means success, for a program that ends by itself (0).", 0, 255);

    public IEnumerable<Option> All => [_load, _ready, _delay, _throughput, _operations, _exitCode];

    /// <exception cref="InputException">The options contradict each other, or one of them is not allowed.</exception>
    public IProgramRunner Read(ParseResult parsed)
    {
        if (parsed.GetValue(_load) is { } command)
        {
            if (parsed.GetValue(_exitCode) != null)
            {
                throw new InputException("--exit-code is for a program that ends by itself, and --load for one that does not; only one of them is allowed.");
            }

            if (parsed.GetValue(_ready) != null && parsed.GetValue(_delay) != null)
            {
                throw new InputException("--ready and --delay are both given; only one of them is allowed.");
            }

            var load = new Load(command, Pattern(parsed, _throughput), Pattern(parsed, _operations));
            return new RunUnderLoad(load, parsed.GetValue(_ready), TimeSpan.FromSeconds(parsed.GetValue(_delay) ?? DefaultDelay));
        }

        foreach (var option in (Option[])[_ready, _delay, _throughput, _operations])
        {
            if (parsed.GetResult(option) != null)
            {
                throw new InputException($"{option.Name} is given without --load.");
            }
        }

        return new RunToEnd(parsed.GetValue(_exitCode) ?? 0);
    }

    private static Regex? Pattern(ParseResult parsed, Option<string?> option)
    {
        try
        {
            return parsed.GetValue(option) is { } pattern ? new Regex(pattern, RegexOptions.CultureInvariant | RegexOptions.Multiline) : null;
        }
        catch (ArgumentException exception)
        {
            throw new InputException($"{option.Name} is not a regular expression: {exception.Message}");
        }
    }
}
