using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading.Tasks;

namespace Crowd
{
    /// <summary>Keeps a number of calls in flight, and a number of bytes of other objects on the heap.</summary>
    public static class Program
    {
        public static void Main(string[] arguments)
        {
            var (calls, bytes) = (int.Parse(arguments[0], CultureInfo.InvariantCulture), long.Parse(arguments[1], CultureInfo.InvariantCulture));
            var source = new TaskCompletionSource<int>();
            var requests = new List<Task<int>>();
            for (var i = 0; i < calls / 2; i++)
            {
                requests.Add(Shop.Request(source.Task, i));
            }

            // Makes a linked list, because the tool's walk would leave out a very large object.
            Item? last = null;
            while (GC.GetTotalMemory(forceFullCollection: false) < bytes)
            {
                for (var i = 0; i < 1_000; i++)
                {
                    last = new Item(last, new byte[180]);
                }
            }

            GC.Collect();
            Console.WriteLine("ready");
            Console.ReadLine();
            GC.KeepAlive(source);
            GC.KeepAlive(requests);
            GC.KeepAlive(last);
        }

        private sealed record Item(Item? Before, byte[] Content);
    }

    /// <summary>A request consists of two nested calls.</summary>
    public static class Shop
    {
        public static async Task<int> Request(Task<int> task, int number) => await Service(task) + number;

        private static async ValueTask<int> Service(Task<int> task) => await task;
    }
}
