using System.Globalization;
using System.Reflection;
using Library;

const int Calls = 10_000;

await CallAsync();

// Take the lowest figure of several rounds, because the thread pool may start a thread during a round.
var bytes = double.MaxValue;
for (var round = 0; round < 5; round++)
{
    var before = GC.GetTotalAllocatedBytes(precise: true);
    await CallAsync();
    bytes = Math.Min(bytes, (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Calls);
}

Console.WriteLine($"Application {Uses(typeof(Program).Assembly)}, Library {Uses(typeof(Prices).Assembly)}.");
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"A call that suspends allocates {bytes:0} bytes."));

static async Task CallAsync()
{
    for (var article = 0; article < Calls; article++)
    {
        if (await Prices.FindAsync(article) != article * 3)
        {
            throw new InvalidOperationException($"The price of {article} is wrong.");
        }
    }
}

static string Uses(Assembly assembly) =>
    assembly.GetReferencedAssemblies().Any(reference => reference.Name == "PooledAwait.Runtime")
        ? "refers to PooledAwait.Runtime"
        : "does not refer to PooledAwait.Runtime";
