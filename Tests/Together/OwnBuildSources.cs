namespace Tests.Together;

/// <summary>A library, and programs that call the library. Each of them is woven in its own build.</summary>
internal static class OwnBuildSources
{
    public const string Library = """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        [assembly: InternalsVisibleTo("App")]
        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        public interface IReader { ValueTask<int> Read(); }
        public interface IMaker<T> { T Make(); }
        public delegate ValueTask<int> Load();

        public static class Gate
        {
            [ThreadStatic] private static TaskCompletionSource _current;
            public static Task Current => (_current ??= new TaskCompletionSource()).Task;
            public static void Open() { var current = _current; _current = null; current?.SetResult(); }
        }

        public class Handler : IReader, IMaker<ValueTask<int>>, IAsyncDisposable
        {
            internal async ValueTask Shutdown() { await Gate.Current; }
            public async ValueTask<int> Read() { await Gate.Current; return 3; }
            public virtual async ValueTask<int> Virtual() { await Gate.Current; return 3; }
            public async ValueTask<T> Same<T>(T value) { await Gate.Current; return value; }
            public ValueTask<int> Pending => Read();
            public Load Loader => Read;
            public ValueTask<int> Make() => Read();
            public async ValueTask DisposeAsync() { await Gate.Current; }
            public async ValueTask<int> Maybe(bool suspends) { if (suspends) { await Gate.Current; } return 3; }
            public static ValueTask<int> Over(Task<int> task) => new ValueTask<int>(task);
        }
        """;

    public const string App = """
        using System;
        using System.Collections.Generic;
        using System.Threading.Tasks;

        [assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v10.0")]

        public class Derived : Handler { public override ValueTask<int> Virtual() => base.Virtual(); }

        public static class Program
        {
            public static readonly Handler s_handler = new Derived();
            private static readonly TaskCompletionSource<int> s_never = new TaskCompletionSource<int>();
            private static readonly List<ValueTask<int>> s_kept = new List<ValueTask<int>>();
            private static ValueTask<int> s_field;

            public static async Task<int> ShutdownInTime()
            {
                var shutdown = s_handler.Shutdown();
                var first = Task.WhenAny(shutdown.AsTask(), s_never.Task);
                Gate.Open();
                return await first == shutdown.AsTask() ? 3 : 0;
            }

            public static async Task<int> Twice() => await Two(s_handler.Read());
            public static async Task<int> OfTheBase() => await Two(s_handler.Virtual());
            public static async Task<int> OfAnInterface() => await Two(((IReader)s_handler).Read());
            public static async Task<int> OfGenericCode() => await Two(s_handler.Same(3));
            public static async Task<int> OfAProperty() => await Two(s_handler.Pending);
            public static async Task<int> OfADelegate() => await Two(s_handler.Loader());
            public static async Task<int> OfAFunction() => await OfAFunction(s_handler.Read);
            private static async Task<int> OfAFunction(Func<ValueTask<int>> read) => await Two(read());
            public static async Task<int> OfAnyType() => await OfAnyType(s_handler);
            private static async Task<int> OfAnyType(IMaker<ValueTask<int>> maker) => await Two(maker.Make());
            public static async Task<int> Forwarded() => await Two(Forward());
            private static ValueTask<int> Forward() => s_handler.Read();

            public static async Task<int> OfTheBaseLibrary()
            {
                IAsyncDisposable disposable = s_handler;
                var task = disposable.DisposeAsync();
                Gate.Open();
                await task;
                await task;
                return 3;
            }

            public static async Task<int> InAVariable()
            {
                var task = s_handler.Read();
                Gate.Open();
                return task.IsCompleted ? await task + await task - 3 : await task;
            }

            public static async Task<int> InAField()
            {
                s_field = s_handler.Read();
                Gate.Open();
                return await s_field + await s_field - 3;
            }

            public static async Task<int> InAList()
            {
                s_kept.Clear();
                s_kept.Add(s_handler.Read());
                Gate.Open();
                return await s_kept[0] + await s_kept[0] - 3;
            }

            public static async Task<int> InAClosure()
            {
                var task = s_handler.Read();
                Func<Task<int>> result = async () => await task;
                Gate.Open();
                return await result() + await result() - 3;
            }

            public static async Task<int> Lazily()
            {
                var lazy = new Lazy<ValueTask<int>>(() => s_handler.Read());
                var first = lazy.Value;
                Gate.Open();
                return await first + await lazy.Value - 3;
            }

            public static async Task<int> Configured()
            {
                var task = Configure();
                Gate.Open();
                return await task + await task - 3;
            }

            private static System.Runtime.CompilerServices.ConfiguredValueTaskAwaitable<int> Configure() => s_handler.Read().ConfigureAwait(false);

            public static void CostOfOnce() { var task = s_handler.Maybe(true); Gate.Open(); task.GetAwaiter().GetResult(); }
            public static void CostOfTwice() { var task = s_handler.Maybe(true); Gate.Open(); task.GetAwaiter().GetResult(); task.GetAwaiter().GetResult(); }
            public static void CostOfTwiceAtOnce() { var task = s_handler.Maybe(false); task.GetAwaiter().GetResult(); task.GetAwaiter().GetResult(); }
            public static void CostOfTwiceOverATask() { var task = Handler.Over(s_completed); task.GetAwaiter().GetResult(); task.GetAwaiter().GetResult(); }
            private static readonly Task<int> s_completed = Task.FromResult(1000);

            private static async ValueTask<int> Two(ValueTask<int> task)
            {
                Gate.Open();
                return await task + await task - 3;
            }
        }
        """;

    public const string ProperApp = """
        using System;
        using System.Collections.Generic;
        using System.Threading.Tasks;

        public static class Program
        {
            public static readonly Handler s_handler = new Handler();
            private static Task<int> s_task;

            public static async Task<int> Once() { var task = s_handler.Read(); Gate.Open(); return await task; }
            public static async Task<int> Configured() { var task = s_handler.Read().ConfigureAwait(false); Gate.Open(); return await task; }
            public static async Task<int> OnEachPath() { var task = s_handler.Read(); Gate.Open(); return task.IsCompleted ? task.Result : await task; }
            public static async Task<int> AcrossAnAwait() { var task = s_handler.Read(); Gate.Open(); await Task.Yield(); return await task; }
            public static async Task<int> AsATask() { s_task = s_handler.Read().AsTask(); Gate.Open(); return await s_task + await s_task - 3; }
            public static async Task<int> Preserved() { var task = s_handler.Read().Preserve(); Gate.Open(); return await task + await task - 3; }
            public static async Task<int> OfTheDelegate() { Func<ValueTask<int>> read = s_handler.Read; var task = read(); Gate.Open(); return await task; }
            public static async Task<int> Forwarded() { var task = Forward(s_handler); Gate.Open(); return await task; }
            private static ValueTask<int> Forward(IReader reader) => reader.Read();

            public static async Task<int> Awaited()
            {
                var task = s_handler.Read();
                var result = task.IsCompletedSuccessfully ? new ValueTask<int>(task.Result) : Awaited(task);
                Gate.Open();
                return await result;
            }

            private static async ValueTask<int> Awaited(ValueTask<int> task) => await task;


            public static async Task<int> Enumerated()
            {
                var sum = 0;
                await foreach (var number in Numbers())
                {
                    sum += number;
                }

                return sum;
            }

            private static async IAsyncEnumerable<int> Numbers()
            {
                await Task.Yield();
                var task = s_handler.Read();
                Gate.Open();
                yield return await task;
            }
        }
        """;

    public static IEnumerable<string> Misusing =>
    [
        "ShutdownInTime", "Twice", "OfTheBase", "OfAnInterface", "OfGenericCode", "OfAProperty", "OfADelegate", "OfAFunction", "OfAnyType", "Forwarded", "OfTheBaseLibrary",
        "InAVariable", "InAField", "InAList", "InAClosure", "Lazily", "Configured",
    ];

    public static IEnumerable<string> Proper =>
        ["Once", "Configured", "OnEachPath", "AcrossAnAwait", "AsATask", "Preserved", "OfTheDelegate", "Forwarded", "Awaited", "Enumerated"];
}
