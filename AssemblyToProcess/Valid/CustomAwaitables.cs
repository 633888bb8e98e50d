using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Custom awaiters: structs and classes, with and without UnsafeOnCompleted, from an extension method, generic, or complete at once.</summary>
public static class CustomAwaitables
{
    public static async Task Of_every_kind(Trace trace)
    {
        await Plain(trace);
        await Critical(trace);
        trace.Add("by an extension", await ByExtension());
        trace.Add("generic", await Generic("g", null));
        var turnstile = new Turnstile();
        var pending = Generic(7, turnstile);
        turnstile.Pass();
        trace.Add("generic, pending", await pending);
    }

    private static async ValueTask Plain(Trace trace)
    {
        await new PlainAwaitable(trace);
        trace.Add("after the plain one");
    }

    private static async ValueTask Critical(Trace trace)
    {
        await new CriticalAwaitable(trace);
        trace.Add("after the critical one");
    }

    private static async ValueTask<string> ByExtension()
    {
        await TimeSpan.FromDays(3);
        return "days";
    }

    private static async ValueTask<T> Generic<T>(T value, Turnstile? turnstile) => await new Answer<T>(value, turnstile);

    private static PlainAwaiter GetAwaiter(this TimeSpan time) => new(new Trace(), $"{time.Days}");

    private readonly struct PlainAwaitable
    {
        private readonly Trace _trace;

        public PlainAwaitable(Trace trace) => _trace = trace;

        public PlainAwaiter GetAwaiter() => new(_trace, "plain");
    }

    private readonly struct PlainAwaiter : INotifyCompletion
    {
        private readonly Trace _trace;
        private readonly string _name;

        public PlainAwaiter(Trace trace, string name) => (_trace, _name) = (trace, name);

        public bool IsCompleted => false;

        public void GetResult() => _trace.Add(_name, "GetResult");

        public void OnCompleted(Action continuation)
        {
            _trace.Add(_name, "OnCompleted");
            continuation();
        }
    }

    private sealed class CriticalAwaitable : ICriticalNotifyCompletion
    {
        private readonly Trace _trace;

        public CriticalAwaitable(Trace trace) => _trace = trace;

        public bool IsCompleted
        {
            get
            {
                _trace.Add("critical", "IsCompleted");
                return false;
            }
        }

        public CriticalAwaitable GetAwaiter() => this;

        public void GetResult() => _trace.Add("critical", "GetResult");

        public void OnCompleted(Action continuation) => throw new NotSupportedException();

        public void UnsafeOnCompleted(Action continuation)
        {
            _trace.Add("critical", "UnsafeOnCompleted");
            continuation();
        }
    }

    private readonly struct Answer<T> : ICriticalNotifyCompletion
    {
        private readonly T _value;
        private readonly Turnstile? _turnstile;

        public Answer(T value, Turnstile? turnstile) => (_value, _turnstile) = (value, turnstile);

        public bool IsCompleted => _turnstile == null;

        public Answer<T> GetAwaiter() => this;

        public T GetResult() => _value;

        public void OnCompleted(Action continuation) => _turnstile!.OnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation) => _turnstile!.UnsafeOnCompleted(continuation);
    }
}
