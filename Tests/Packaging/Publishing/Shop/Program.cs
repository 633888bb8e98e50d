using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Loader;
using System.Threading.Tasks;
using Fresh;
using Shop;

const int Count = 1_000;
var gate = new Gate();
var orders = new Orders(gate);
Measure("application", number => OwnAsync(gate, number));
Measure("library", orders.PriceAsync);
Measure("both", number => AcrossAsync(orders, number));
Measure("package", orders.StockAsync);
Console.WriteLine($"total: {await orders.TotalAsync(7, new Third())}");
if (args.Length > 0)
{
    var (extended, discount) = PlugIn.Load(args[0], gate);
    Console.WriteLine($"extended: {await extended.TotalAsync(7, discount)}");
}

void Measure(string name, Func<int, ValueTask<int>> call)
{
    Run(call);
    Run(call);
    var before = GC.GetAllocatedBytesForCurrentThread();
    var sum = Run(call);
    var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
    Console.WriteLine($"{name} allocates {allocated / Count}");
    Console.WriteLine($"{name}: {sum}");
}

int Run(Func<int, ValueTask<int>> call)
{
    var sum = 0;
    for (var i = 0; i < Count; i++)
    {
        var task = call(i);
        gate.Open();
        sum += task.GetAwaiter().GetResult();
    }

    return sum;
}

static async ValueTask<int> AcrossAsync(Orders orders, int number) => 1 + await orders.ReserveAsync(number);

static async ValueTask<int> OwnAsync(Gate gate, int number)
{
    await gate;
    return number + 1;
}

internal sealed class Third : IDiscount
{
    public async Task<int> OfAsync(int price)
    {
        await Task.Yield();
        return price / 3;
    }
}

internal static class PlugIn
{
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Whoever has plug-ins does not trim.")]
    [UnconditionalSuppressMessage("Trimming", "IL2062", Justification = "Whoever has plug-ins does not trim.")]
    public static (Orders, IDiscount) Load(string file, Gate gate)
    {
        var type = AssemblyLoadContext.Default.LoadFromAssemblyPath(file).GetExportedTypes()[0];
        return ((Orders)Activator.CreateInstance(type, gate)!, (IDiscount)Activator.CreateInstance(type, gate)!);
    }
}
