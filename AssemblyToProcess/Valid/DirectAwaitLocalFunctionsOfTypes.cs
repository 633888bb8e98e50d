namespace AssemblyToProcess.Valid;

/// <summary>Methods of each kind of type, with local functions that need parts of the type: its fields, its base, its type parameters.</summary>
public static partial class DirectAwaitLocalFunctions
{
    private interface IReading
    {
        Task<int> Read(Turnstile turnstile, int value);

#if NET
        Task<int> ReadTwice(Turnstile turnstile)
        {
            return Read(turnstile, Twice(4));

            static int Twice(int number) => 2 * number;
        }
#endif
    }

    private class Base(int value)
    {
        private int _value = value;

        public Task<int> Get(Turnstile turnstile)
        {
            return IsLarge() ? Slowly(turnstile) : DirectAwaitLocalFunctions.Load(turnstile, _value);

            bool IsLarge() => ++_value > 4;

            async Task<int> Slowly(Turnstile turnstile)
            {
                await turnstile;
                return 9000 + _value;
            }
        }

        public virtual Task<int> Load(Turnstile turnstile) => LoadValue(turnstile, _value).AsTask();
    }

    private sealed class Derived(int value) : Base(value), IReading
    {
        private readonly Turnstile? _turnstile;

        public Derived(Turnstile turnstile)
            : this(2) => _turnstile = turnstile;

        public Task<int> Property
        {
            get
            {
                return Is() ? Slowly() : Task.FromResult(0);

                bool Is() => _turnstile != null;

                async Task<int> Slowly()
                {
                    await _turnstile!;
                    return 3;
                }
            }
        }

        public override Task<int> Load(Turnstile turnstile)
        {
            return Known() ? base.Load(turnstile) : throw new InvalidOperationException();

            bool Known() => base.ToString()!.Length > 0 && GetHashCode() == base.GetHashCode();
        }

        Task<int> IReading.Read(Turnstile turnstile, int value)
        {
            var more = value;
            Add();
            return LoadValue(turnstile, more).AsTask();

            void Add() => more += 30;
        }
    }

    private struct Counter(int value) : IReading
    {
        public Task<int> Add(Turnstile turnstile)
        {
            value = Next(value);
            return LoadValue(turnstile, value).AsTask();

            static int Next(int number) => number + 1;
        }

        public Task<int> Read(Turnstile turnstile, int value) => LoadValue(turnstile, value).AsTask();
    }

    private static class Holder<T>
    {
        public sealed class Inner<U>
        {
            private U? _last;

            public Task<(T, U, V)> Get<V>(Turnstile turnstile, T one, V other)
                where V : notnull
            {
                var seen = one;
                Keep<V, T>(other, seen);
                return LoadAny(turnstile, (seen, _last!, other));

                void Keep<W, X>(W first, X second)
                {
                    _last = first is U own ? own : _last;
                    seen = second is T same ? same : seen;
                }
            }
        }
    }
}
