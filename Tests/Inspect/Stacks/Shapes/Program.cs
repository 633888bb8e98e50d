using System;
using System.Threading.Tasks;

[assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v8.0")]

namespace Shapes
{
    /// <summary>Starts calls of all kinds. Then, for each line of input, collects garbage and says so.</summary>
    public static class Program
    {
        public static readonly TaskCompletionSource<int> Never = new();

        public static async Task Main()
        {
            Builders.Start();
            Chains.Start();
            Discards.Start();
            Joins.Start();
            LastThings.Start();
            Odd.Start();
            await Task.Yield();
            Console.WriteLine("ready");
            while (Console.ReadLine() != null)
            {
                GC.Collect();
                Console.WriteLine("collected");
            }

            GC.KeepAlive(Kept.All);
            Environment.Exit(0);
        }
    }

    /// <summary>Keeps objects from being collected.</summary>
    public static class Kept
    {
        public static readonly System.Collections.Generic.List<object> All = new();

        public static void Keep(object kept)
        {
            lock (All)
            {
                All.Add(kept);
            }
        }

        public static void Keep(ValueTask kept) => All.Add(kept);

        public static void Keep<T>(ValueTask<T> kept) => All.Add(kept);
    }
}
