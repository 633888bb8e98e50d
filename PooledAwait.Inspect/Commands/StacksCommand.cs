using System.CommandLine;
using System.Globalization;
using PooledAwait.Inspect.Files;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Stacks;
using PooledAwait.Inspect.Stacks.Page;
using PooledAwait.Inspect.Stacks.Targets;
using PooledAwait.Inspect.Stacks.Trees;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>Shows every waiting async call of a process, and what the call waits for.</summary>
internal sealed class StacksCommand
{
    private const int DefaultTimes = 3;

    private readonly Argument<string> _process = new("process") { Description = "The id of a running process, or a dump file." };
    private readonly Option<bool> _waits = new("--waits") { Description = "Starts with what calls wait for, and lists below it who waits." };
    private readonly Option<bool> _each = new("--each") { Description = "Prints each call on its own line, with its address, instead of merging calls at the same line." };
    private readonly Option<string?> _method = new("--method") { Description = "Prints only trees with a method of that name; a star stands for any text.", HelpName = "pattern" };
    private readonly Option<int?> _atLeast = NumberOption.Create("--at-least", "Prints only rows with at least this many calls.", 1, int.MaxValue);
    private readonly Option<bool> _fields = new("--fields")
    {
        Description = "With --each, prints the parameters and locals of each call. They may be secrets: look before you share them.",
    };
    private readonly Option<bool> _completed = new("--completed") { Description = "Lists the methods whose calls have completed and whose results nobody has taken." };
    private readonly Option<bool> _counts = new("--counts") { Description = "Prints how many calls and idle boxes each method has, and no trees." };
    private readonly Option<bool> _json = new("--json") { Description = "Prints JSON (docs/stacks.schema.json)." };
    private readonly Option<string?> _page = new("--output", "-o") { Description = "Writes a searchable page for a browser, as one file.", HelpName = "file" };
    private readonly Option<string?> _watch = new("--watch")
    {
        Description = "Looks several times, with this time in between (5s, 500ms, 1m), and says which calls did not go on.", HelpName = "time",
    };
    private readonly Option<int?> _times = NumberOption.Create("--times", $"How many times --watch looks ({DefaultTimes}).", 2, 100);
    private readonly Option<string?> _dump = new("--dump")
    {
        Description = "Makes the process write a dump, and reads the dump. You can look at it again later. It may contain secrets.", HelpName = "file",
    };
    private readonly Option<string[]> _symbols = new("--symbols")
    {
        Description = "A folder with symbol files (.pdb) that are not beside the assemblies.", HelpName = "folder", DefaultValueFactory = _ => [],
    };
    private readonly Option<string?> _dac = new("--dac")
    {
        Description = "The runtime's libmscordaccore, if it is not beside the runtime: for dumps of another machine, and for single files.", HelpName = "file",
    };

    public static Command Create()
    {
        var stacks = new StacksCommand();
        var command = new Command(
            "stacks",
            """
            Shows the async calls of a process that are in flight, woven or not, as trees: first the caller, below it the call that it awaits, and at the end what that call waits for. It merges and counts calls at the same line.

            The command stops a running process (Linux) while it copies the process's memory, usually for less than a second. It writes nothing into the process. If this tool is killed, the process continues.
            """)
        {
            stacks._process, stacks._waits, stacks._each, stacks._method, stacks._atLeast, stacks._fields, stacks._completed, stacks._counts, stacks._json, stacks._page, stacks._watch,
            stacks._times, stacks._dump, stacks._symbols, stacks._dac,
        };
        // Runs on one thread, because only the thread that stopped a process may control the process.
        command.SetAction((parsed, cancellation) => Fault.GuardAsync(
            parsed,
            () => Task.Factory.StartNew(
                () =>
                {
                    stacks.Run(parsed, cancellation);
                    return 0;
                },
                cancellation,
                TaskCreationOptions.LongRunning,
                TaskScheduler.Default)));
        return command;
    }

    private void Run(ParseResult parsed, CancellationToken cancellation)
    {
        var pause = parsed.GetValue(_watch) is { } given ? Duration.Parse("--watch", given) : (TimeSpan?)null;
        if (parsed.GetValue(_times) != null && pause == null)
        {
            throw new InputException("'--times' needs '--watch'.");
        }

        if (parsed.GetValue(_json) && parsed.GetValue(_page) != null)
        {
            throw new InputException("'--json' prints JSON, and '--output' writes a page: leave out one of them.");
        }

        using var page = parsed.GetValue(_page) is { } file ? OpenPage(parsed, file) : null;
        using var target = Open(parsed, out var isDump);
        if (isDump && pause != null)
        {
            throw new InputException("A dump does not change: '--watch' needs a running process.");
        }

        var withFields = parsed.GetValue(_fields);
        var unmoved = pause == null ? null : new Unmoved();
        var look = Take();
        for (var left = pause == null ? 0 : (parsed.GetValue(_times) ?? DefaultTimes) - 1; left > 0; left--)
        {
            cancellation.WaitHandle.WaitOne(pause!.Value);
            cancellation.ThrowIfCancellationRequested();
            look = Take();
        }

        Write(parsed, look, unmoved, withFields, page);

        StackLook Take()
        {
            var taken = StackLook.Take(target, withFields, parsed.GetRequiredValue(_symbols));
            unmoved?.Add(taken);
            if (pause != null)
            {
                parsed.InvocationConfiguration.Error.WriteLine(StacksText.Head(taken));
            }

            return taken;
        }
    }

    private OutputFile OpenPage(ParseResult parsed, string page)
    {
        var process = parsed.GetRequiredValue(_process);
        return (File.Exists(process) && OutputFile.IsSame(page, process)) || (parsed.GetValue(_dump) is { } dump && OutputFile.IsSame(page, dump))
            ? throw new InputException($"'{page}' is the dump, and the page would overwrite it. Name another file.")
            : OutputFile.Open(page, page);
    }

    private void Write(ParseResult parsed, StackLook look, Unmoved? unmoved, bool withFields, OutputFile? page)
    {
        var isEach = parsed.GetValue(_each) || withFields;
        var rows = parsed.GetValue(_waits) ? CallTree.LeavesFirst(look.Graph, isEach) : CallTree.CallersFirst(look.Graph, isEach);
        if (unmoved != null)
        {
            rows = Row.WithUnmoved(rows, unmoved.Addresses);
        }

        if (parsed.GetValue(_method) is { } method)
        {
            rows = RowFilter.WithMethod(rows, new MethodPattern(method));
        }

        if (parsed.GetValue(_atLeast) is { } count)
        {
            rows = RowFilter.AtLeast(rows, count);
        }

        var output = parsed.InvocationConfiguration.Output;
        if (parsed.GetValue(_json))
        {
            Json.WriteObject(output, StacksAnswer.Of(look, rows, isEach, withFields));
            return;
        }

        StacksText.WriteHead(output, look);
        if (page != null)
        {
            page.Write(StacksPage.Of(StacksAnswer.Of(look, rows, isEach, withFields)));
            return;
        }

        if (parsed.GetValue(_counts))
        {
            StacksText.WriteCounts(output, look.Calls);
            return;
        }

        if (parsed.GetValue(_completed))
        {
            StacksText.WriteCompleted(output, look.Calls);
        }

        StacksText.WriteTrees(output, rows, isEach, withFields ? look.Snapshot.Objects : null);
    }

    private ITarget Open(ParseResult parsed, out bool isDump)
    {
        var (process, dac) = (parsed.GetRequiredValue(_process), parsed.GetValue(_dac));
        var isProcess = int.TryParse(process, NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id > 0;
        var file = parsed.GetValue(_dump);
        isDump = !isProcess || file != null;
        return isProcess ? file != null ? new Dump(WrittenDump.Write(id, file), dac) : new LiveProcess(id, dac)
            : file != null ? throw new InputException($"'--dump' is for a running process; '{process}' is not a process id.")
            : File.Exists(process) ? new Dump(process, dac)
            : throw new InputException($"'{process}' is neither a process id nor a file.");
    }
}
