using System;
using System.Threading;
using System.Threading.Tasks;

namespace Shapes
{
    /// <summary>Calls that wait for other calls through something other than a direct await.</summary>
    public static class Joins
    {
        public static void Start()
        {
            Kept.Keep(All());
            Kept.Keep(Any());
            Kept.Keep(AnyKept());
            Kept.Keep(AnyOfMany());
            Kept.Keep(Continued());
            Kept.Keep(Run());
            Kept.Keep(WithTimeout());
            new Thread(Blocks) { IsBackground = true }.Start();
        }

        private static async Task All() => await Task.WhenAll(new Task[] { One(), Two(), Task.CompletedTask });

        private static async Task Any() => await await Task.WhenAny(One(), Two());

        private static async Task AnyKept()
        {
            var any = Task.WhenAny(One(), Two());
            Kept.Keep(any);
            await any;
        }

        private static async Task AnyOfMany() => await Task.WhenAny(new[] { One(), Two(), One(), Two(), One() });

        private static async Task Continued() => await One().ContinueWith(task => Kept.Keep(task), TaskScheduler.Default);

        private static async Task Run() => await Task.Run(One);

        private static async Task WithTimeout() => await One().WaitAsync(TimeSpan.FromHours(5.0));

        private static async Task<int> One() => await Program.Never.Task;

        private static async Task<int> Two() => await Program.Never.Task;

        private static void Blocks() => Blocked().GetAwaiter().GetResult();

        private static async Task Blocked() => await Program.Never.Task;
    }
}
