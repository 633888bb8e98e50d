using System.CommandLine;
using PooledAwait.Inspect.Files;

namespace PooledAwait.Inspect.Commands;

/// <summary>What every command takes: assemblies, what they refer to, the weaver's options, and the form of the answer.</summary>
internal sealed class CommonArguments
{
    private readonly Argument<string> _input = new("input") { Description = "An assembly, or a folder with assemblies." };
    private readonly Option<string[]> _references = new("--reference", "-r")
    {
        Description = "A file or folder in which references are looked up before the input's own folder and this machine's shared frameworks.",
        HelpName = "path",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<bool> _json = new("--json") { Description = "Prints JSON." };
    private readonly OptionArguments _options = new();

    /// <summary>A command that has these arguments.</summary>
    /// <param name="name">The verb.</param>
    /// <param name="description">What it does.</param>
    /// <param name="own">The symbols that only it has.</param>
    /// <param name="run">Does it.</param>
    public Command Command(string name, string description, IEnumerable<Symbol> own, Action<Request> run)
    {
        var command = Command(name, description, own);
        command.SetAction(parsed => Fault.Guard(parsed, () => run(Read(parsed))));
        return command;
    }

    /// <summary>A command that has these arguments, takes its time, and can be stopped by ctrl-C.</summary>
    /// <param name="name">The verb.</param>
    /// <param name="description">What it does.</param>
    /// <param name="own">The symbols that only it has.</param>
    /// <param name="run">Does it, and returns the exit code.</param>
    public Command Command(string name, string description, IEnumerable<Symbol> own, Func<Request, CancellationToken, Task<int>> run)
    {
        var command = Command(name, description, own);
        command.SetAction((parsed, cancellation) => Fault.GuardAsync(parsed, () => run(Read(parsed), cancellation)));
        return command;
    }

    private Command Command(string name, string description, IEnumerable<Symbol> own)
    {
        var command = new Command(name, description) { _input };
        foreach (var symbol in own)
        {
            if (symbol is Argument argument)
            {
                command.Arguments.Add(argument);
            }
            else
            {
                command.Options.Add((Option)symbol);
            }
        }

        command.Options.Add(_references);
        command.Options.Add(_json);
        _options.AddTo(command);
        return command;
    }

    private Request Read(ParseResult parsed)
    {
        var config = _options.Read(parsed);
        var input = Input.Find(parsed.GetRequiredValue(_input));
        var references = input.References(parsed.GetRequiredValue(_references));
        return new Request(parsed, input, references, config, parsed.GetValue(_json));
    }
}
