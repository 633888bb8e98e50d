namespace AssemblyToProcess.Valid;

/// <summary>Awaited calls of virtual methods that several classes override.</summary>
public static class DirectAwaitVirtualCalls
{
    public static void Classes(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var animal in new Animal[] { new Animal(), new Cat(), new Kitten(), new Tiger(), new Hidden(), new Revived(), new Statue(), new Wild() })
        {
            Run(trace, $"{animal.GetType().Name}", turnstile, () => Speak(animal, turnstile));
        }

        Run(trace, "as what hides", turnstile, async () => $"{await new Revived().Own(turnstile)}");
        Run(trace, "abstract", turnstile, async () => $"{await Area(new Square(3), turnstile)} {await Area(new Circle(4), turnstile)} {await Area(new UnitSquare(), turnstile)}");
        Run(trace, "configured", turnstile, async () => $"{await ((Shape)new Square(5)).Area(turnstile).ConfigureAwait(false)}");
        Run(trace, "protected", turnstile, async () => $"{await new Loader().Load(turnstile)} {await new LoaderOfMore().Load(turnstile)} {await new LoaderOf<string>("x").Load(turnstile)}");
        Run(trace, "base", turnstile, async () => await Speak(new Cub(), turnstile));
        Run(trace, "record", turnstile, async () => $"{await Total(new Line(), turnstile)} {await Total(new Line() with { }, turnstile)} {await Total(new Discounted(), turnstile)}");
        Run(trace, "property", turnstile, async () => $"{await Current(new Sensor(turnstile))} {await Current(new Thermometer(turnstile))}");
        Run(trace, "this", turnstile, async () => $"{await new Cat().Twice(turnstile)} {await new Kitten().Twice(turnstile)}");
        Run(trace, "without a result", turnstile, async () => $"{await Saved(new Store(), turnstile)} {await Saved(new CachedStore(), turnstile)}");
        Run(trace, "forwarded", turnstile, async () => $"{await Forwarded(new Square(6), turnstile)} {await Forwarded(new Circle(7), turnstile)}");
        Run(trace, "of the object's own class", turnstile, async () => $"{await new Square(8).Area(turnstile)} {await new UnitSquare().Area(turnstile)}");
    }

    public static void GenericClasses(Trace trace)
    {
        var turnstile = new Turnstile();
        Run(trace, "of a closed class", turnstile, async () => $"{await Get(new Numbers(), turnstile, 1)} {await Get(new Values<int>(2), turnstile, 3)}");
        Run(trace, "of an open class", turnstile, async () => $"{await GetOf(new Numbers(), turnstile, 4)} {await GetOf(new Values<string>("v"), turnstile, "w")} {await GetOf(new Words(), turnstile, "y")}");
        Run(trace, "of a generic method", turnstile, async () => $"{await Convert(new Converter(), turnstile, 5)} {await Convert(new Doubler(), turnstile, 6)} {await Convert(new Doubler(), turnstile, "z")}");
        Run(trace, "without mention of the type", turnstile, async () => $"{await Count(new Numbers(), turnstile)} {await Count(new Words(), turnstile)} {await Count(new Values<long>(7), turnstile)}");
        Run(trace, "constrained", turnstile, async () => $"{await Made<Animal>(new Factory<Animal>(), turnstile)} {await Made<Cat>(new Factory<Cat>(), turnstile)} {await Made<Cat>(new CatFactory(), turnstile)}");
    }

#if NET
    public static void CovariantReturns(Trace trace)
    {
        var turnstile = new Turnstile();
        Run(trace, "as the base class", turnstile, async () => { await Nothing(new Result(), turnstile); await Nothing(new Number(), turnstile); await Nothing(new LargerNumber(), turnstile); return "done"; });
        Run(trace, "as the class", turnstile, async () => $"{await Something(new Number(), turnstile)} {await Something(new LargerNumber(), turnstile)}");
    }

    private static async Task Nothing(Result result, Turnstile turnstile) => await result.Get(turnstile);

    private static async Task<int> Something(Number number, Turnstile turnstile) => await number.Get(turnstile);

    private class Result
    {
        public virtual async Task Get(Turnstile turnstile) => await turnstile;
    }

    private class Number : Result
    {
        public override async Task<int> Get(Turnstile turnstile)
        {
            await turnstile;
            return 5001;
        }
    }

    private sealed class LargerNumber : Number
    {
        public override async Task<int> Get(Turnstile turnstile) => 1 + await base.Get(turnstile);
    }
#endif

    private static void Run(Trace trace, string name, Turnstile turnstile, Func<Task<string>> call) => trace.Add(name, turnstile.ResultOf(call()));

    private static async Task<string> Speak(Animal animal, Turnstile turnstile) => await animal.Speak(turnstile);

    private static async Task<int> Area(Shape shape, Turnstile turnstile) => await shape.Area(turnstile);

    private static async Task<int> Forwarded(Shape shape, Turnstile turnstile) => await Forward(shape, turnstile);

    private static Task<int> Forward(Shape shape, Turnstile turnstile) => shape.Area(turnstile);

    private static async Task<int> Total(Item item, Turnstile turnstile) => await item.Total(turnstile);

    private static async Task<int> Current(Sensor sensor) => await sensor.Current;

    private static async Task<string> Saved(Store store, Turnstile turnstile)
    {
        await store.Save(turnstile);
        return store.GetType().Name;
    }

    private static async Task<int> Get(Source<int> source, Turnstile turnstile, int other) => await source.Get(turnstile, other);

    private static async Task<T> GetOf<T>(Source<T> source, Turnstile turnstile, T other) => await source.Get(turnstile, other);

    private static async Task<int> Count<T>(Source<T> source, Turnstile turnstile) => await source.Count(turnstile);

    private static async Task<string> Convert<T>(Converter converter, Turnstile turnstile, T value) => await converter.Convert(turnstile, value);

    private static async Task<string> Made<T>(Factory<T> factory, Turnstile turnstile)
        where T : Animal, new() => await (await factory.Make(turnstile)).Speak(turnstile);

    private class Animal
    {
        public virtual async Task<string> Speak(Turnstile turnstile)
        {
            await turnstile;
            return "an animal";
        }

        public async Task<string> Twice(Turnstile turnstile) => await Speak(turnstile) + await Speak(turnstile);
    }

    private class Cat : Animal
    {
        public override async Task<string> Speak(Turnstile turnstile)
        {
            await turnstile;
            return "a cat";
        }
    }

    private sealed class Kitten : Cat
    {
    }

    private class Tiger : Cat
    {
        public sealed override async Task<string> Speak(Turnstile turnstile)
        {
            await turnstile;
            return $"a tiger and {await base.Speak(turnstile)}";
        }
    }

    private sealed class Cub : Tiger
    {
    }

    private class Hidden : Animal
    {
        public new virtual async Task<string> Speak(Turnstile turnstile)
        {
            await turnstile;
            return "hidden";
        }
    }

    private sealed class Revived : Hidden
    {
        public override async Task<string> Speak(Turnstile turnstile)
        {
            await turnstile;
            return "revived";
        }

        public async Task<string> Own(Turnstile turnstile) => await ((Hidden)this).Speak(turnstile);
    }

    private sealed class Statue : Animal
    {
        public override Task<string> Speak(Turnstile turnstile) => Task.FromResult("a statue");
    }

    private sealed class Wild : Animal
    {
        private readonly TaskCompletionSource<string> _source = new();

        public override Task<string> Speak(Turnstile turnstile)
        {
            _source.SetResult("wild");
            return _source.Task;
        }
    }

    private abstract class Shape
    {
        public abstract Task<int> Area(Turnstile turnstile);
    }

    private class Square(int side) : Shape
    {
        public override async Task<int> Area(Turnstile turnstile)
        {
            await turnstile;
            return 5000 + side * side;
        }
    }

    private sealed class UnitSquare() : Square(1);

    private sealed class Circle(int radius) : Shape
    {
        public override async Task<int> Area(Turnstile turnstile)
        {
            await turnstile;
            return 6000 + 3 * radius * radius;
        }
    }

    private class Loader
    {
        public async Task<int> Load(Turnstile turnstile) => 1 + await Read(turnstile);

        protected virtual async Task<int> Read(Turnstile turnstile)
        {
            await turnstile;
            return 5000;
        }
    }

    private sealed class LoaderOfMore : Loader
    {
        protected override async Task<int> Read(Turnstile turnstile) => 1000 + await base.Read(turnstile);
    }

    private abstract class LoaderBase<T>
    {
        public async Task<T> Load(Turnstile turnstile) => await Read(turnstile);

        protected abstract Task<T> Read(Turnstile turnstile);
    }

    private sealed class LoaderOf<T>(T value) : LoaderBase<T>
    {
        protected override async Task<T> Read(Turnstile turnstile)
        {
            await turnstile;
            return value;
        }
    }

    private record Item
    {
        public virtual async Task<int> Total(Turnstile turnstile)
        {
            await turnstile;
            return 5000;
        }
    }

    private sealed record Line : Item;

    private sealed record Discounted : Item
    {
        public override async Task<int> Total(Turnstile turnstile) => await base.Total(turnstile) - 500;
    }

    private class Sensor(Turnstile turnstile)
    {
        public virtual Task<int> Current => Read(5000);

        protected async Task<int> Read(int value)
        {
            await turnstile;
            return value;
        }
    }

    private sealed class Thermometer(Turnstile turnstile) : Sensor(turnstile)
    {
        public override Task<int> Current => Read(6000);
    }

    private class Store
    {
        public virtual async Task Save(Turnstile turnstile) => await turnstile;
    }

    private sealed class CachedStore : Store
    {
        public override Task Save(Turnstile turnstile) => Task.CompletedTask;
    }

    private abstract class Source<T>
    {
        public abstract Task<T> Get(Turnstile turnstile, T other);

        public virtual async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5000;
        }
    }

    private sealed class Numbers : Source<int>
    {
        public override async Task<int> Get(Turnstile turnstile, int other)
        {
            await turnstile;
            return 5000 + other;
        }
    }

    private sealed class Words : Source<string>
    {
        public override async Task<string> Get(Turnstile turnstile, string other)
        {
            await turnstile;
            return $"a word and {other}";
        }

        public override async Task<int> Count(Turnstile turnstile) => 1 + await base.Count(turnstile);
    }

    private sealed class Values<T>(T value) : Source<T>
    {
        public override async Task<T> Get(Turnstile turnstile, T other)
        {
            await turnstile;
            return value;
        }
    }

    private class Converter
    {
        public virtual async Task<string> Convert<T>(Turnstile turnstile, T value)
        {
            await turnstile;
            return $"{typeof(T).Name} {value}";
        }
    }

    private sealed class Doubler : Converter
    {
        public override async Task<string> Convert<T>(Turnstile turnstile, T value) => $"{await base.Convert(turnstile, value)}, twice {typeof(T).Name}";
    }

    private class Factory<T>
        where T : Animal, new()
    {
        public virtual async Task<T> Make(Turnstile turnstile)
        {
            await turnstile;
            return new T();
        }
    }

    private sealed class CatFactory : Factory<Cat>
    {
        public override async Task<Cat> Make(Turnstile turnstile)
        {
            await turnstile;
            return new Kitten();
        }
    }
}
