using System.Threading.Tasks;

namespace Shapes
{
    /// <summary>Calls that await other calls.</summary>
    public static class Chains
    {
        private static readonly TaskCompletionSource<Task> s_first = new();

        public static void Start()
        {
            Kept.Keep(Level(5));
            for (var i = 0; i < 10; i++)
            {
                Kept.Keep(Request(i));
            }

            var shared = Shared();
            Kept.Keep(AwaitsShared(shared));
            Kept.Keep(AwaitsShared(shared));
            Kept.Keep(AwaitsAsTask());
            Kept.Keep(AwaitsLater());
            s_first.SetResult(Second(First()));
        }

        private static async Task<int> Level(int depth) => depth == 0 ? await Program.Never.Task : await Level(depth - 1) + 1;

        private static async Task Request(int number)
        {
            if (number % 2 == 0)
            {
                await Service();
            }
            else
            {
                await Program.Never.Task;
            }
        }

        private static async ValueTask<int> Service() => await Repository();

        private static async ValueTask<int> Repository() => await Program.Never.Task;

        private static async Task Shared() => await Program.Never.Task;

        private static async Task AwaitsShared(Task shared) => await shared;

        private static async Task AwaitsAsTask() => await Repository().AsTask();

        private static async Task<int> AwaitsLater()
        {
            var first = Repository();
            var second = Service();
            return await first + await second;
        }

        /// <summary>Two calls that wait for each other.</summary>
        private static async Task First()
        {
            await Task.Yield();
            await await s_first.Task;
        }

        private static async Task Second(Task first) => await first;
    }
}
