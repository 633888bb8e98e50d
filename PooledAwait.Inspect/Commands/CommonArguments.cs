using System.CommandLine;
using PooledAwait.Inspect.Files;

namespace PooledAwait.Inspect.Commands;

/// <summary>The arguments of all commands on assemblies: the assemblies, their references, the weaver's options, and the output format.</summary>
internal sealed class CommonArguments
{
    private readonly Argument<string> _input = new("input") { Description = "An assembly, or a folder with assemblies." };
    private readonly Argument<string[]> _inputs = new("input")
    {
        Description = "Assemblies, or folders with assemblies.",
        Arity = ArgumentArity.OneOrMore,
    };
    private readonly Option<string[]> _references = new("--reference", "-r")
    {
        Description = "A file or folder to search for references, before the input's own folder and this machine's shared frameworks.",
        HelpName = "path",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<bool> _json = new("--json") { Description = "Prints JSON." };
    private readonly OptionArguments _options = new();

    /// <summary>Makes a command with these arguments.</summary>
    /// <param name="name">The verb.</param>
    /// <param name="description">What the command does.</param>
    /// <param name="own">The arguments and options that only this command has.</param>
    /// <param name="run">Runs the command.</param>
    public Command Command(string name, string description, IEnumerable<Symbol> own, Action<Request> run) =>
        Command(_input, name, description, own, parsed => run(RequestFor(parsed, parsed.GetRequiredValue(_input))));

    /// <summary>Makes a command whose exit code shows whether it found something.</summary>
    /// <param name="name">The verb.</param>
    /// <param name="description">What the command does.</param>
    /// <param name="own">The arguments and options that only this command has.</param>
    /// <param name="run">Runs the command, and returns the exit code.</param>
    public Command Command(string name, string description, IEnumerable<Symbol> own, Func<Request, int> run) =>
        Command(name, description, own, (request, _) => Task.FromResult(run(request)));

    /// <summary>Makes a command that takes several inputs.</summary>
    /// <param name="name">The verb.</param>
    /// <param name="description">What the command does.</param>
    /// <param name="own">The arguments and options that only this command has.</param>
    /// <param name="run">Runs the command. Gets the inputs as the user wrote them, and a function that makes a request from an input with assemblies.</param>
    public Command CommandOfMany(
        string name, string description, IEnumerable<Symbol> own, Action<ParseResult, IReadOnlyList<string>, Func<string, Request>> run) =>
        Command(_inputs, name, description, own, parsed => run(parsed, parsed.GetRequiredValue(_inputs), input => RequestFor(parsed, input)));

    /// <summary>Returns whether the user wants JSON.</summary>
    public bool IsJson(ParseResult parsed) => parsed.GetValue(_json);

    private Command Command(Argument input, string name, string description, IEnumerable<Symbol> own, Action<ParseResult> run)
    {
        var command = Command(input, name, description, own);
        command.SetAction(parsed => Fault.Guard(parsed, () => run(parsed)));
        return command;
    }

    /// <summary>Makes a long-running command, which ctrl-C can stop.</summary>
    /// <param name="name">The verb.</param>
    /// <param name="description">What the command does.</param>
    /// <param name="own">The arguments and options that only this command has.</param>
    /// <param name="run">Runs the command, and returns the exit code.</param>
    public Command Command(string name, string description, IEnumerable<Symbol> own, Func<Request, CancellationToken, Task<int>> run)
    {
        var command = Command(_input, name, description, own);
        command.SetAction((parsed, cancellation) =>
            Fault.GuardAsync(parsed, () => run(RequestFor(parsed, parsed.GetRequiredValue(_input)), cancellation)));
        return command;
    }

    private Command Command(Argument input, string name, string description, IEnumerable<Symbol> own)
    {
        var command = new Command(name, description) { input };
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

    private Request RequestFor(ParseResult parsed, string named)
    {
        var config = _options.Read(parsed);
        var input = Input.Find(named);
        return new Request(parsed, input, input.References(parsed.GetRequiredValue(_references)), config, IsJson(parsed));
    }
}
