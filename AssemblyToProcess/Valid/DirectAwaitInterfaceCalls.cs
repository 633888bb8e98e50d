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

    public static void GenericInterfaces(Trace trace)
    {
        var turnstile = new Turnstile();
        Run(trace, "closed", turnstile, async () => $"{await Handle<int>(new NumberHandler(), turnstile, 1)} {await HandleNumber(new NumberHandler(), turnstile, 2)}");
        Run(trace, "open", turnstile, async () => $"{await Handle(new Handler<string>(), turnstile, "a")} {await Handle(new Handler<long>(), turnstile, 3L)} {await HandleNumber(new Handler<int>(), turnstile, 4)}");
        Run(trace, "two of one class", turnstile, async () => $"{await HandleNumber(new TwoHandlers(), turnstile, 5)} {await Handle(new TwoHandlers(), turnstile, "b")} {await Handle(new TwoHandlers(), turnstile, 6)}");
        Run(trace, "twice the same", turnstile, async () => $"{await Named<int>(new TwoNames(), turnstile)} {await Named<string>(new TwoNames(), turnstile)} {await Named<int>(new OneName(), turnstile)}");
        Run(trace, "of a generic method", turnstile, async () => $"{await Map(new Mapper(), turnstile, 7)} {await Map(new Mapper(), turnstile, "c")}");
        Run(trace, "constrained", turnstile, async () => $"{await Build(new Builder<List<int>>(), turnstile)} {await Build(new StrictBuilder<List<int>>(), turnstile)}");
        Run(trace, "nested", turnstile, async () => $"{await Handle(new Holder<string>.Nested(), turnstile, "d")} {await Handle(new Holder<int>.Nested<string>(), turnstile, "e")}");
        Run(trace, "of a list", turnstile, async () => $"{await Handle(new ListHandler<int>(), turnstile, new List<int> { 1, 2 })}");
    }

    public static void Variance(Trace trace)
    {
        var turnstile = new Turnstile();
        Run(trace, "contravariant, as it is", turnstile, async () => $"{await Consume<object>(new ObjectConsumer(), turnstile, "a")} {await ConsumeString(new StringConsumer(), turnstile, "b")}");
        Run(trace, "contravariant", turnstile, async () => $"{await ConsumeString(new ObjectConsumer(), turnstile, "c")} {await Consume<string>(new ObjectConsumer(), turnstile, "d")}");
        Run(trace, "contravariant, with both", turnstile, async () => $"{await ConsumeString(new BothConsumer(), turnstile, "e")} {await Consume<object>(new BothConsumer(), turnstile, "f")}");
        Run(trace, "contravariant, with both in two classes", turnstile, async () => $"{await ConsumeString(new LaterConsumer(), turnstile, "g")} {await Consume<object>(new LaterConsumer(), turnstile, "h")}");
        Run(trace, "covariant", turnstile, async () => $"{await Produce<object>(new StringProducer(), turnstile)} {await Produce<string>(new StringProducer(), turnstile)}");
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

    private static void Run(Trace trace, string name, Turnstile turnstile, Func<Task<string>> call)
    {
        var task = call();
        while (!task.IsCompleted)
        {
            turnstile.Pass();
        }

        trace.Add(name, task.Result);
    }

    private static async Task<int> Read(IReader reader, Turnstile turnstile) => await reader.Read(turnstile);

    private static async Task<int> ReadMore(IMoreReader reader, Turnstile turnstile) => await reader.Read(turnstile) + await reader.ReadMore(turnstile);

    private static async Task<int> Load(IRepository repository, Turnstile turnstile) => await repository.Load(turnstile, 1);

    private static async Task<string> Counts(ICounter counter, Turnstile turnstile) =>
        $"{await counter.Next(turnstile)} {await counter.Next(turnstile)} {await ((ICounter)(Counter)counter).Next(turnstile)} {await counter.Next(turnstile)}";

    private static async Task<int> OfATypeParameter<T>(T reader, Turnstile turnstile)
        where T : IReader => await reader.Read(turnstile);

    private static async Task<int> OfAClass<T>(T reader, Turnstile turnstile)
        where T : class, IReader => await reader.Read(turnstile);

    private static async Task<string> Handle<T>(IHandler<T> handler, Turnstile turnstile, T value) => await handler.Handle(turnstile, value);

    private static async Task<string> HandleNumber(IHandler<int> handler, Turnstile turnstile, int value) => await handler.Handle(turnstile, value);

    private static async Task<int> Named<T>(INamed<T> named, Turnstile turnstile) => await named.Length(turnstile);

    private static async Task<string> Map<T>(IMapper mapper, Turnstile turnstile, T value) => await mapper.Map<T, string>(turnstile, value, one => $"{one}");

    private static async Task<int> Build<T>(IBuilder<T> builder, Turnstile turnstile) => await builder.Build(turnstile);

    private static async Task<string> Consume<T>(IConsumer<T> consumer, Turnstile turnstile, T value) => await consumer.Consume(turnstile, value);

    private static async Task<string> ConsumeString(IConsumer<string> consumer, Turnstile turnstile, string value) => await consumer.Consume(turnstile, value);

    private static async Task<int> Produce<T>(IProducer<T> producer, Turnstile turnstile) => await producer.Count(turnstile);

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

    private interface IHandler<T>
    {
        Task<string> Handle(Turnstile turnstile, T value);
    }

    private sealed class NumberHandler : IHandler<int>
    {
        public async Task<string> Handle(Turnstile turnstile, int value)
        {
            await turnstile;
            return $"the number {value}";
        }
    }

    private sealed class Handler<T> : IHandler<T>
    {
        public async Task<string> Handle(Turnstile turnstile, T value)
        {
            await turnstile;
            return $"{typeof(T).Name} {value}";
        }
    }

    private sealed class ListHandler<T> : IHandler<List<T>>
    {
        public async Task<string> Handle(Turnstile turnstile, List<T> value)
        {
            await turnstile;
            return $"{value.Count} of {typeof(T).Name}";
        }
    }

    private sealed class TwoHandlers : IHandler<int>, IHandler<string>
    {
        public async Task<string> Handle(Turnstile turnstile, int value)
        {
            await turnstile;
            return $"a number {value}";
        }

        public async Task<string> Handle(Turnstile turnstile, string value)
        {
            await turnstile;
            return $"a text {value}";
        }
    }

    private static class Holder<T>
    {
        public sealed class Nested : IHandler<T>
        {
            public async Task<string> Handle(Turnstile turnstile, T value)
            {
                await turnstile;
                return $"nested {value}";
            }
        }

        public sealed class Nested<U> : IHandler<U>
        {
            public async Task<string> Handle(Turnstile turnstile, U value)
            {
                await turnstile;
                return $"nested {typeof(T).Name} {value}";
            }
        }
    }

    private interface INamed<T>
    {
        Task<int> Length(Turnstile turnstile);
    }

    private sealed class TwoNames : INamed<int>, INamed<string>
    {
        async Task<int> INamed<int>.Length(Turnstile turnstile)
        {
            await turnstile;
            return 5001;
        }

        async Task<int> INamed<string>.Length(Turnstile turnstile)
        {
            await turnstile;
            return 5002;
        }
    }

    private sealed class OneName : INamed<int>
    {
        public async Task<int> Length(Turnstile turnstile)
        {
            await turnstile;
            return 5003;
        }
    }

    private interface IMapper
    {
        Task<U> Map<T, U>(Turnstile turnstile, T value, Func<T, U> map)
            where U : class;
    }

    private sealed class Mapper : IMapper
    {
        public async Task<U> Map<T, U>(Turnstile turnstile, T value, Func<T, U> map)
            where U : class
        {
            await turnstile;
            return map(value);
        }
    }

    private interface IBuilder<T>
    {
        Task<int> Build(Turnstile turnstile);
    }

    private sealed class Builder<T> : IBuilder<T>
    {
        public async Task<int> Build(Turnstile turnstile)
        {
            await turnstile;
            return 5000;
        }
    }

    // Not every type that the interface can be of is one that this can be of.
    private sealed class StrictBuilder<T> : IBuilder<T>
        where T : class, new()
    {
        public async Task<int> Build(Turnstile turnstile)
        {
            await turnstile;
            return 6000;
        }
    }

    private interface IConsumer<in T>
    {
        Task<string> Consume(Turnstile turnstile, T value);
    }

    private class ObjectConsumer : IConsumer<object>
    {
        public async Task<string> Consume(Turnstile turnstile, object value)
        {
            await turnstile;
            return $"an object {value}";
        }
    }

    private sealed class StringConsumer : IConsumer<string>
    {
        public async Task<string> Consume(Turnstile turnstile, string value)
        {
            await turnstile;
            return $"a string {value}";
        }
    }

    private sealed class BothConsumer : IConsumer<object>, IConsumer<string>
    {
        public async Task<string> Consume(Turnstile turnstile, object value)
        {
            await turnstile;
            return $"one of both, an object {value}";
        }

        public async Task<string> Consume(Turnstile turnstile, string value)
        {
            await turnstile;
            return $"one of both, a string {value}";
        }
    }

    private sealed class LaterConsumer : ObjectConsumer, IConsumer<string>
    {
        public async Task<string> Consume(Turnstile turnstile, string value)
        {
            await turnstile;
            return $"later, a string {value}";
        }
    }

    private interface IProducer<out T>
    {
        T? Last { get; }

        Task<int> Count(Turnstile turnstile);
    }

    private sealed class StringProducer : IProducer<string>
    {
        public string? Last => null;

        public async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5000;
        }
    }
}
