namespace AssemblyToProcess.Valid;

/// <summary>Awaited calls through interfaces that classes and structs of the assembly implement.</summary>
public static class DirectAwaitInterfaceCalls
{
    public static void Interfaces(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var reader in new IReader[]
        {
            new Reader(), new Heir(), new Overriding(), new Explicit(), new ImplementedAgain(), new ImplementedByBase(), new Both(), new ValueReader(1), new Decorator(new Reader()),
            new Decorator(new Decorator(new ValueReader(2))), new Other(), new OneOfTwo(),
        })
        {
            Run(trace, reader.GetType().Name, turnstile, async () => $"{await Read(reader, turnstile)}");
        }

        Run(trace, "inherited", turnstile, async () => $"{await ReadMore(new More(), turnstile)}");
        Run(trace, "configured", turnstile, async () => $"{await ((IReader)new Reader()).Read(turnstile).ConfigureAwait(false)}");
        Run(trace, "public", turnstile, async () => $"{await Load(new Repository(), turnstile)} {await Load(new CachedRepository(new Repository()), turnstile)}");
        Run(trace, "private", turnstile, async () => $"{await Outer.Call(turnstile)}");
        Run(trace, "private implementation", turnstile, async () => $"{await Load(Hiding.Create(), turnstile)}");
        Run(trace, "a struct's copy", turnstile, () => Counts(new Counter(), turnstile));
        Run(trace, "of a type parameter", turnstile, async () => $"{await OfATypeParameter(new ValueReader(3), turnstile)} {await OfATypeParameter(new Reader(), turnstile)}");
        Run(trace, "of a class's type parameter", turnstile, async () => $"{await OfAClass(new Reader(), turnstile)}");
    }

#if NET
    public static void DefaultImplementations(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var greeter in new IGreeter[] { new Plain(), new Own(), new OfAnother(), new OwnAndOfAnother(), new ValueGreeter() })
        {
            Run(trace, greeter.GetType().Name, turnstile, async () => await Greet(greeter, turnstile));
        }

        Run(trace, "static", turnstile, async () => $"{await Parse<Parsed>(turnstile)}");
    }

    private static async Task<string> Greet(IGreeter greeter, Turnstile turnstile) => await greeter.Greet(turnstile);

    private static async Task<int> Parse<T>(Turnstile turnstile)
        where T : IParsed => await T.Parse(turnstile);

    private interface IGreeter
    {
        async Task<string> Greet(Turnstile turnstile)
        {
            await turnstile;
            return $"hello from {GetType().Name}";
        }
    }

    private interface IAnotherGreeter : IGreeter
    {
        async Task<string> IGreeter.Greet(Turnstile turnstile)
        {
            await turnstile;
            return "another";
        }
    }

    private sealed class Plain : IGreeter;

    private sealed class Own : IGreeter
    {
        public async Task<string> Greet(Turnstile turnstile)
        {
            await turnstile;
            return "own";
        }
    }

    private sealed class OfAnother : IAnotherGreeter;

    private sealed class OwnAndOfAnother : IAnotherGreeter
    {
        public async Task<string> Greet(Turnstile turnstile)
        {
            await turnstile;
            return "own, not another";
        }
    }

    private struct ValueGreeter : IGreeter;

    private interface IParsed
    {
        static abstract Task<int> Parse(Turnstile turnstile);
    }

    private sealed class Parsed : IParsed
    {
        public static async Task<int> Parse(Turnstile turnstile)
        {
            await turnstile;
            return 5000;
        }
    }
#endif

    private static void Run(Trace trace, string name, Turnstile turnstile, Func<Task<string>> call) => trace.Add(name, turnstile.ResultOf(call()));

    private static async Task<int> Read(IReader reader, Turnstile turnstile) => await reader.Read(turnstile);

    private static async Task<int> ReadMore(IMoreReader reader, Turnstile turnstile) => await reader.Read(turnstile) + await reader.ReadMore(turnstile);

    private static async Task<int> Load(IRepository repository, Turnstile turnstile) => await repository.Load(turnstile, 1);

    private static async Task<string> Counts(ICounter counter, Turnstile turnstile) =>
        $"{await counter.Next(turnstile)} {await counter.Next(turnstile)} {await ((ICounter)(Counter)counter).Next(turnstile)} {await counter.Next(turnstile)}";

    private static async Task<int> OfATypeParameter<T>(T reader, Turnstile turnstile)
        where T : IReader => await reader.Read(turnstile);

    private static async Task<int> OfAClass<T>(T reader, Turnstile turnstile)
        where T : class, IReader => await reader.Read(turnstile);

    private interface IReader
    {
        Task<int> Read(Turnstile turnstile);
    }

    private interface IMoreReader : IReader
    {
        Task<int> ReadMore(Turnstile turnstile);
    }

    private class Reader : IReader
    {
        public virtual async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return 5001;
        }
    }

    private sealed class Heir : Reader;

    private sealed class Overriding : Reader
    {
        public override async Task<int> Read(Turnstile turnstile) => 1000 + await base.Read(turnstile);
    }

    private class Explicit : IReader
    {
        async Task<int> IReader.Read(Turnstile turnstile)
        {
            await turnstile;
            return 5002;
        }

        public virtual async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return -1;
        }
    }

    private sealed class ImplementedAgain : Explicit, IReader
    {
        async Task<int> IReader.Read(Turnstile turnstile)
        {
            await turnstile;
            return 5003;
        }
    }

    private sealed class ImplementedByBase : Explicit, IReader
    {
        public override async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return 5004;
        }
    }

    private class WithoutTheInterface
    {
        public async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return 5005;
        }
    }

    private sealed class Both : WithoutTheInterface, IReader;

    private readonly struct ValueReader(int value) : IReader
    {
        public async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return 6000 + value;
        }
    }

    private sealed class Decorator(IReader reader) : IReader
    {
        public Task<int> Read(Turnstile turnstile) => reader.Read(turnstile);
    }

    private sealed class Other : IReader
    {
        public Task<int> Read(Turnstile turnstile)
        {
            var source = new TaskCompletionSource<int>();
            source.SetResult(5006);
            return source.Task;
        }
    }

    private interface IOtherReader
    {
        Task<int> Read(Turnstile turnstile);
    }

    private sealed class OneOfTwo : IReader, IOtherReader
    {
        async Task<int> IReader.Read(Turnstile turnstile)
        {
            await turnstile;
            return 5007;
        }

        async Task<int> IOtherReader.Read(Turnstile turnstile)
        {
            await turnstile;
            return -2;
        }
    }

    private sealed class More : IMoreReader
    {
        public async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return 5008;
        }

        public async Task<int> ReadMore(Turnstile turnstile)
        {
            await turnstile;
            return 1000;
        }
    }

    public interface IRepository
    {
        Task<int> Load(Turnstile turnstile, int id);
    }

    public sealed class Repository : IRepository
    {
        public async Task<int> Load(Turnstile turnstile, int id)
        {
            await turnstile;
            return 5000 + id;
        }
    }

    public class CachedRepository(IRepository inner) : IRepository
    {
        private readonly Dictionary<int, int> _cache = new();

        public virtual async Task<int> Load(Turnstile turnstile, int id) =>
            _cache.TryGetValue(id, out var value) ? value : _cache[id] = await inner.Load(turnstile, id);
    }

    private static class Outer
    {
        public static async Task<int> Call(Turnstile turnstile) => await new Inner().Both(turnstile);

        private interface IPrivate
        {
            Task<int> Get(Turnstile turnstile);
        }

        private sealed class Private : IPrivate
        {
            public async Task<int> Get(Turnstile turnstile)
            {
                await turnstile;
                return 5009;
            }
        }

        private sealed class Inner
        {
            private readonly IPrivate _one = new Private();
            private readonly IPrivate _other = new Deeper();

            public async Task<int> Both(Turnstile turnstile) => await _one.Get(turnstile) + await _other.Get(turnstile);

            private sealed class Deeper : IPrivate
            {
                public async Task<int> Get(Turnstile turnstile)
                {
                    await turnstile;
                    return 10000;
                }
            }
        }
    }

    private static class Hiding
    {
        public static IRepository Create() => new Secret();

        private sealed class Secret : IRepository
        {
            public async Task<int> Load(Turnstile turnstile, int id)
            {
                await turnstile;
                return 5010;
            }
        }
    }

    private interface ICounter
    {
        Task<int> Next(Turnstile turnstile);
    }

    private struct Counter : ICounter
    {
        private int _count;

        public Task<int> Next(Turnstile turnstile)
        {
            _count++;
            return Count(turnstile, _count);
        }

        private static async Task<int> Count(Turnstile turnstile, int count)
        {
            await turnstile;
            return 5000 + count;
        }
    }
}
