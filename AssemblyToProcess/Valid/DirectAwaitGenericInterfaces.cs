namespace AssemblyToProcess.Valid;

/// <summary>Awaited calls through generic interfaces. Classes of the assembly implement an interface for one type argument, for several, or for all.</summary>
public static class DirectAwaitGenericInterfaces
{
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

    private static void Run(Trace trace, string name, Turnstile turnstile, Func<Task<string>> call) => trace.Add(name, turnstile.ResultOf(call()));

    private static async Task<string> Handle<T>(IHandler<T> handler, Turnstile turnstile, T value) => await handler.Handle(turnstile, value);

    private static async Task<string> HandleNumber(IHandler<int> handler, Turnstile turnstile, int value) => await handler.Handle(turnstile, value);

    private static async Task<int> Named<T>(INamed<T> named, Turnstile turnstile) => await named.Length(turnstile);

    private static async Task<string> Map<T>(IMapper mapper, Turnstile turnstile, T value) => await mapper.Map<T, string>(turnstile, value, one => $"{one}");

    private static async Task<int> Build<T>(IBuilder<T> builder, Turnstile turnstile) => await builder.Build(turnstile);

    private static async Task<string> Consume<T>(IConsumer<T> consumer, Turnstile turnstile, T value) => await consumer.Consume(turnstile, value);

    private static async Task<string> ConsumeString(IConsumer<string> consumer, Turnstile turnstile, string value) => await consumer.Consume(turnstile, value);

    private static async Task<int> Produce<T>(IProducer<T> producer, Turnstile turnstile) => await producer.Count(turnstile);

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

    // This class's constraints exclude some type arguments that the interface allows.
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
