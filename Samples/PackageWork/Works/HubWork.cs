using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace PackageWork.Works;

/// <summary>Work with SignalR's client. Each worker has its own connection to a hub on loopback.</summary>
/// <remarks>Uses plain sockets, because the package with the client's WebSockets is not available everywhere.</remarks>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
internal abstract class HubWork(string name, int cost) : Work(name, cost)
{
    private readonly List<(HubConnection Connection, SocketConnections Sockets)> _connections = [];
    private WebApplication? _server;

    protected HubConnection this[int worker] => _connections[worker].Connection;

    /// <summary>Breaks the connection, as a network failure does.</summary>
    protected void Lose(int worker) => _connections[worker].Sockets.Last!.Abort();

    public override async Task StartAsync(int workers)
    {
        _server = LoopbackServer.Build(
            services => services.AddSignalR(options => options.EnableDetailedErrors = true),
            listen => listen.UseHub<EchoHub>());
        await _server.StartAsync();
        for (var worker = 0; worker < workers; worker++)
        {
            var builder = new HubConnectionBuilder();
            var sockets = new SocketConnections();
            builder.Services.AddSingleton<IConnectionFactory>(sockets);
            builder.Services.AddSingleton<EndPoint>(LoopbackServer.EndPointOf(_server));
            builder.WithAutomaticReconnect([TimeSpan.Zero]);
            var connection = builder.Build();
            _connections.Add((connection, sockets));
            await connection.StartAsync();
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        foreach (var (connection, _) in _connections)
        {
            await connection.DisposeAsync();
        }

        await _server!.DisposeAsync();
    }

    protected sealed class EchoHub : Hub
    {
        public string Echo(string text) => text;

        public async Task<int> AddAsync(int left, int right)
        {
            await Task.Yield();
            return left + right;
        }

        public string Fail(string text) => throw new HubException(text);

        public async IAsyncEnumerable<int> CountAsync(int to, [EnumeratorCancellation] CancellationToken cancellation)
        {
            for (var i = 0; i < to; i++)
            {
                cancellation.ThrowIfCancellationRequested();
                yield return i;
                await Task.Yield();
            }
        }

        public async Task<int> SumAsync(ChannelReader<int> numbers)
        {
            var sum = 0;
            await foreach (var number in numbers.ReadAllAsync())
            {
                sum += number;
            }

            return sum;
        }

        public Task TellAsync(int number) => Clients.Caller.SendAsync("Told", number);

        // The client's answer arrives while this method waits, so the server must continue to read from the connection.
        public async Task AskAsync(int number)
        {
            var caller = Clients.Caller;
            var answer = await caller.InvokeAsync<int>("Asked", number, Context.ConnectionAborted);
            await caller.SendAsync("Told", answer);
        }
    }

    private sealed class SocketConnections : IConnectionFactory
    {
        private readonly SocketConnectionContextFactory _contexts = new(new(), NullLogger.Instance);

        public ConnectionContext? Last { get; private set; }

        public async ValueTask<ConnectionContext> ConnectAsync(EndPoint endPoint, CancellationToken cancellationToken = default)
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await socket.ConnectAsync(endPoint, cancellationToken);
            return Last = _contexts.Create(socket);
        }
    }
}
