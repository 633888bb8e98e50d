using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

[assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

namespace Post;

/// <summary>Delivers 100,000 letters over a few connections, whose other side no longer answers.</summary>
public static class Program
{
    private const int Letters = 100_000;

    public static async Task Main()
    {
        var office = new Office();
        var work = new List<Task> { office.Accept(), Clock.Tick() };
        var outbox = new Outbox(office.Address);
        for (var number = 0; number < Letters; number++)
        {
            work.Add(outbox.Deliver(number));
        }

        await outbox.AllBusy;
        Console.WriteLine("ready");
        await Task.WhenAll(work);
    }
}

public sealed class Outbox(EndPoint office)
{
    private const int Connections = 20;

    private readonly SemaphoreSlim _connections = new(Connections);
    private readonly TaskCompletionSource _allBusy = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _busy;

    public Task AllBusy => _allBusy.Task;

    public async Task Deliver(int number)
    {
        await _connections.WaitAsync();
        try
        {
            await Send(number);
        }
        finally
        {
            _connections.Release();
        }
    }

    private async ValueTask<int> Send(int number)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(office);
        await socket.SendAsync(BitConverter.GetBytes(number));
        if (Interlocked.Increment(ref _busy) == Connections)
        {
            _allBusy.SetResult();
        }

        return await socket.ReceiveAsync(new byte[4]);
    }
}

/// <summary>The other side of the connections.</summary>
public sealed class Office
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _open = [];

    public Office()
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
    }

    public EndPoint Address => _listener.LocalEndPoint!;

    public async Task Accept()
    {
        while (true)
        {
            _open.Add(await _listener.AcceptAsync());
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
