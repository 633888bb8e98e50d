using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Mixed
{
    /// <summary>The methods by which the program calls the library, and by which the library calls the program back.</summary>
    public interface ISteps
    {
        Task<int> CountAsync(int levels);

        ValueTask<int> CountByValueTaskAsync(int levels);
    }

    /// <summary>The library's steps, which call the program's steps.</summary>
    public sealed class Library(ISteps back) : ISteps
    {
        public static readonly AsyncLocal<string> Local = new();

        public async Task<int> CountAsync(int levels) => levels == 0 ? await GateAsync(1) : await back.CountAsync(levels - 1) + 1;

        public async ValueTask<int> CountByValueTaskAsync(int levels) => levels == 0 ? await GateAsync(1) : await back.CountByValueTaskAsync(levels - 1).ConfigureAwait(false) + 1;

        public static async Task<T> GateAsync<T>(T value)
        {
            await Task.Yield();
            return value;
        }

        public static Task<int> ForwardAsync(int value) => GateAsync(value);

        public static async Task<string> LocalAsync()
        {
            var seen = Local.Value;
            Local.Value = "the library's";
            await Task.Yield();
            return $"{seen}, {Local.Value}";
        }

        public static async Task FailAsync(Exception exception)
        {
            await Task.Yield();
            throw exception;
        }

        public static async Task<int> CancelAsync(CancellationToken token)
        {
            await Task.Delay(Timeout.Infinite, token);
            return 0;
        }

        public static async IAsyncEnumerable<int> NumbersAsync(int count)
        {
            for (var number = 0; number < count; number++)
            {
                yield return await GateAsync(number);
            }
        }

        public static async void Forget(TaskCompletionSource<string> done)
        {
            var local = await LocalAsync();
            done.SetResult(local);
        }

        public static async Task<bool> FirstAsync(Task<int> other) => await Task.WhenAny(GateAsync(1), other, new TaskCompletionSource<int>().Task) != other;

        public static async Task<string> ThreadAsync()
        {
            await Task.Yield();
            var context = SynchronizationContext.Current?.GetType().Name ?? "none";
            await GateAsync(1).ConfigureAwait(false);
            return $"{context}, {SynchronizationContext.Current?.GetType().Name ?? "none"}";
        }
    }
}
