using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

[assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

namespace Warehouse;

/// <summary>Orders and returns both take the stock and the ledger, but not in the same order.</summary>
public static class Program
{
    public static async Task Main()
    {
        var (tariffs, warehouse) = (new TaskCompletionSource<decimal>(), new Warehouse());
        List<Task> work = [Front.Accept(), Clock.Tick(), new Orders(warehouse, tariffs.Task).Place(1), new Returns(warehouse, tariffs.Task).TakeBack(1)];
        tariffs.SetResult(1.2m);
        for (var number = 2; number <= 60; number++)
        {
            work.Add(number % 6 == 0 ? new Returns(warehouse, tariffs.Task).TakeBack(number) : new Orders(warehouse, tariffs.Task).Place(number));
        }

        Console.WriteLine("ready");
        await Task.WhenAll(work);
    }
}

public sealed class Warehouse
{
    public SemaphoreSlim Stock { get; } = new(1);

    public SemaphoreSlim Ledger { get; } = new(1);
}

public sealed class Orders(Warehouse warehouse, Task<decimal> tariffs)
{
    public async Task Place(int number)
    {
        await warehouse.Stock.WaitAsync();
        try
        {
            await Book(number, await tariffs);
        }
        finally
        {
            warehouse.Stock.Release();
        }
    }

    private async ValueTask Book(int number, decimal price)
    {
        await warehouse.Ledger.WaitAsync();
        try
        {
            await Task.Yield();
            Console.WriteLine($"{number}: {price}");
        }
        finally
        {
            warehouse.Ledger.Release();
        }
    }
}

public sealed class Returns(Warehouse warehouse, Task<decimal> tariffs)
{
    public async Task TakeBack(int number)
    {
        await warehouse.Ledger.WaitAsync();
        try
        {
            var price = await tariffs;
            await PutBack(number);
            Console.WriteLine($"{number}: -{price}");
        }
        finally
        {
            warehouse.Ledger.Release();
        }
    }

    private async ValueTask PutBack(int number)
    {
        await warehouse.Stock.WaitAsync();
        try
        {
            await Task.Yield();
            Console.WriteLine(number);
        }
        finally
        {
            warehouse.Stock.Release();
        }
    }
}

public static class Front
{
    public static async Task Accept()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        while (true)
        {
            using var client = await listener.AcceptAsync();
        }
    }
}

public static class Clock
{
    public static async Task Tick()
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (await timer.WaitForNextTickAsync())
        {
        }
    }
}
