using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

[assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

namespace Quotes;

/// <summary>Asks an exchange for prices. If there are too many questions, nobody answers the first ones.</summary>
public static class Program
{
    private static readonly Exchange s_exchange = new();

    public static async Task Main()
    {
        var answering = s_exchange.Answer();
        var refreshing = Prices.Refresh();
        var portfolios = Enumerable.Range(0, 4).Select(number => new Portfolio(s_exchange).Value(number)).ToList();
        s_exchange.Open();
        GC.Collect();
        Console.WriteLine("ready");
        await Task.WhenAll([answering, refreshing, .. portfolios]);
    }
}

public sealed class Portfolio(Exchange exchange)
{
    public async Task<decimal> Value(int number)
    {
        var sum = 0m;
        foreach (var share in await Task.WhenAll(Price($"A{number}"), Price($"B{number}"), Price($"C{number}")))
        {
            sum += share;
        }

        return sum;
    }

    private async Task<decimal> Price(string share) => await exchange.Ask(share);
}

public sealed class Exchange
{
    private const int Most = 10;

    private readonly Dictionary<string, TaskCompletionSource<decimal>> _pending = [];
    private readonly Queue<string> _order = new();
    private readonly Channel<string> _line = Channel.CreateUnbounded<string>();

    public ValueTask<decimal> Ask(string share)
    {
        var answer = new TaskCompletionSource<decimal>();
        _pending.Add(share, answer);
        _order.Enqueue(share);
        return Wait(answer.Task);
    }

    /// <summary>Answers as many questions as fit into one packet. The first questions do not fit.</summary>
    public void Open()
    {
        foreach (var share in _order.TakeLast(Most))
        {
            _pending.Remove(share, out var answer);
            answer!.SetResult(100m);
        }

        _order.Clear();
    }

    public async Task Answer()
    {
        await foreach (var share in _line.Reader.ReadAllAsync())
        {
            _pending[share].SetResult(100m);
        }
    }

    private static async ValueTask<decimal> Wait(Task<decimal> answer) => await answer.ConfigureAwait(false);
}

public static class Prices
{
    public static async Task Refresh()
    {
        while (true)
        {
            await Task.Delay(20);
        }
    }
}
