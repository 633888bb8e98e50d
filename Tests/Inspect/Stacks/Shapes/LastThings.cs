using System;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace Shapes
{
    /// <summary>Calls that await something other than a call. The awaited thing is the last one of the chain.</summary>
    public static class LastThings
    {
        private static readonly SemaphoreSlim s_semaphore = new(0);
        private static readonly Channel<string> s_channel = Channel.CreateBounded<string>(1);

        private static readonly Channel<int> s_empty = Channel.CreateUnbounded<int>();

        public static void Start()
        {
            for (var i = 0; i < 3; i++)
            {
                Kept.Keep(Semaphore());
            }

            Kept.Keep(Delay());
            Kept.Keep(Timer());
            Kept.Keep(Reads());
            Kept.Keep(Writes());
            Kept.Keep(Receive());
            Kept.Keep(Lost());
            Kept.Keep(Source());
            Kept.Keep(Works());
        }

        private static async Task Semaphore() => await s_semaphore.WaitAsync();

        private static async Task Delay() => await Task.Delay(TimeSpan.FromHours(10.0));

        private static async Task Timer()
        {
            using var timer = new PeriodicTimer(TimeSpan.FromHours(10.0));
            await timer.WaitForNextTickAsync();
        }

        private static async Task Reads() => await s_empty.Reader.ReadAsync();

        private static async Task Writes()
        {
            await s_channel.Writer.WriteAsync("one");
            await s_channel.Writer.WriteAsync("two");
        }

        private static async Task Receive()
        {
            using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen();
            using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await client.ConnectAsync(listener.LocalEndPoint!);
            await client.ReceiveAsync(new byte[1]);
        }

        private static async Task Lost() => await Forgotten();

        private static Task<int> Forgotten()
        {
            var task = new TaskCompletionSource<int>().Task;
            Kept.Keep(task);
            return task;
        }

        private static async Task Source() => await Program.Never.Task;

        private static async Task Works() => await Task.Run(static () => Thread.Sleep(Timeout.Infinite));
    }
}
