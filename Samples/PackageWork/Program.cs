using System.Globalization;
using System.Runtime.Loader;
using System.Text.Json;
using MemorySoak;
using PackageWork;

// The host does not load the substitute for Pipelines.Sockets.Unofficial by itself, because the substitute is not signed with the original's key.
AssemblyLoadContext.Default.Resolving += static (context, name) => name.Name == "Pipelines.Sockets.Unofficial"
    ? context.LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, $"{name.Name}.dll"))
    : null;

if (args is ["memory", var soaked, var clients, var minutes, var seconds, ..])
{
    var atWork = new WorkersAtWork(soaked, args.ElementAtOrDefault(5) ?? "");
    await new SoakedProcess(atWork.RunAsync).RunAsync(
        Number(clients), Number(minutes), TimeSpan.FromSeconds(Number(seconds)), Console.Out, CancellationToken.None);
    return 0;
}

if (args is not [var package, var operations, var most, ..])
{
    Console.Error.WriteLine(
        """
        PackageWork <package> <operations> <threads> [<server>]: does work on one thread and on many, and tells what came of it.
        PackageWork memory <package> <workers> <minutes> <seconds> [<server>]: does work in every other minute of so many seconds, and tells what is on the heap.
        """);
    return 1;
}

var threads = Number(most);
var server = args.ElementAtOrDefault(3) ?? "";
foreach (var work in PackageWorks.Of(package, server))
{
    await using (work)
    {
        await work.StartAsync(threads);
        foreach (var workers in (int[])[1, threads])
        {
            Console.WriteLine(JsonSerializer.Serialize(await Measurement.OfAsync(work, workers, Number(operations) / work.Cost)));
        }
    }
}

return 0;

static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
