using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Shapes
{
    /// <summary>Calls of async methods that have different builders, or are declared in different ways.</summary>
    public static class Builders
    {
        public static void Start()
        {
            Kept.Keep(OfTask());
            Kept.Keep(OfTaskWithResult());
            Kept.Keep(AwaitsValueTasks());
            OfVoid();
            Kept.Keep(Generic("text"));
            Kept.Keep(Generic(7));
            Kept.Keep(new Outer<string>.Inner().Nested());
            Kept.Keep(ReadsItems());
            Func<Task> lambda = async () => await Program.Never.Task;
            Kept.Keep(lambda());
            Kept.Keep(Local());

            static async Task Local() => await Program.Never.Task;
        }

        private static async Task OfTask() => await Program.Never.Task;

        private static async Task<int> OfTaskWithResult() => await Program.Never.Task + 1;

        private static async Task AwaitsValueTasks()
        {
            await OfValueTask();
            await OfValueTaskWithResult(1);
        }

        private static async ValueTask OfValueTask()
        {
            await Task.Yield();
            await OfValueTaskWithResult(2).ConfigureAwait(false);
        }

        private static async ValueTask<string> OfValueTaskWithResult(int number)
        {
            await Program.Never.Task;
            return number.ToString();
        }

        private static async void OfVoid() => await Program.Never.Task;

        private static async Task<T> Generic<T>(T value)
        {
            await Program.Never.Task;
            return value;
        }

        private static async Task ReadsItems()
        {
            await foreach (var item in Items())
            {
                Kept.Keep((object)item);
            }
        }

        private static async IAsyncEnumerable<int> Items()
        {
            yield return 1;
            await Program.Never.Task;
            yield return 2;
        }

        private class Outer<TOuter>
        {
            public class Inner
            {
                public async Task<TOuter?> Nested()
                {
                    await Program.Never.Task;
                    return default;
                }
            }
        }
    }
}
