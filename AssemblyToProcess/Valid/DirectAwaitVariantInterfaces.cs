namespace AssemblyToProcess.Valid;

/// <summary>Awaited calls through variant interfaces. A class and its derived class implement such an interface with different type arguments.</summary>
public static class DirectAwaitVariantInterfaces
{
    public static void Covariant(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var source in new ISource<Pet>[]
        {
            new Pets(), new Cats(), new Kittens(), new PetsAgain(), new PetsAnew(), new CatsByOverride(), new CatsByInheritance(), new Stones(), new Numbers(), new CatsByAnother(), new Both(),
            new CatsOfBoth(), new CatsInBetween(), new OfAGenericBase(), new Fish(),
        })
        {
            Run(trace, source.GetType().Name, turnstile, async () => $"{await CountPets(source, turnstile)} {await Count(source, turnstile)}");
            Run(trace, "as objects", turnstile, async () => $"{await Count<object>(source, turnstile)} {await CountObjects(source, turnstile)}");
            Run(trace, "its cats", turnstile, async () => source is ISource<Cat> cats ? $"{await CountCats(cats, turnstile)} {await Count(cats, turnstile)}" : "none");
        }
    }

    public static void Contravariant(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var keeper in new IKeeper<Cat>[] { new CatKeeper(), new PetKeeper(), new PetKeeperByOverride(), new KeeperOfStonesToo(), new KeeperOfBoth(), new KeeperOfPetsAndLaterCats() })
        {
            Run(trace, keeper.GetType().Name, turnstile, async () => $"{await KeepCat(keeper, turnstile)} {await Keep(keeper, turnstile, new Cat())}");
            Run(trace, "its pets", turnstile, async () => keeper is IKeeper<Pet> pets ? $"{await KeepPet(pets, turnstile)} {await Keep(pets, turnstile, new Pet())}" : "none");
        }
    }

    public static void BothWays(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var mapper in new IMapper<Cat, Pet>[] { new CatMapper(), new PetMapper(), new CatMapperOfStones() })
        {
            Run(trace, mapper.GetType().Name, turnstile, async () => $"{await mapper.Map<int>(turnstile, new Cat())} {await MapToObject(mapper, turnstile)}");
        }
    }

#if NET
    public static void DefaultImplementations(Trace trace)
    {
        var turnstile = new Turnstile();
        foreach (var source in new IDefaultSource<Pet>[] { new DefaultPets(), new DefaultCats(), new OwnCats(), new OwnPetsDefaultCats(), new OfCatSource() })
        {
            Run(trace, source.GetType().Name, turnstile, async () => $"{await CountDefault(source, turnstile)} {await CountDefault<object>(source, turnstile)}");
            Run(trace, "as pets", turnstile, async () => $"{await CountDefaultPets(source, turnstile)}");
        }
    }

    private static async Task<int> CountDefault<T>(IDefaultSource<T> source, Turnstile turnstile) => await source.Count(turnstile);

    private static async Task<int> CountDefaultPets(IDefaultSource<Pet> source, Turnstile turnstile) => await source.Count(turnstile);

    private interface IDefaultSource<out T>
    {
        async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 7000 + typeof(T).Name.Length;
        }
    }

    private interface ICatSource : IDefaultSource<Cat>
    {
        async Task<int> IDefaultSource<Cat>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 7100;
        }
    }

    private class DefaultPets : IDefaultSource<Pet>;

    private sealed class DefaultCats : DefaultPets, IDefaultSource<Cat>;

    private sealed class OwnCats : DefaultPets, IDefaultSource<Cat>
    {
        async Task<int> IDefaultSource<Cat>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 7200;
        }
    }

    private class OwnPets : IDefaultSource<Pet>
    {
        async Task<int> IDefaultSource<Pet>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 7300;
        }
    }

    private sealed class OwnPetsDefaultCats : OwnPets, IDefaultSource<Cat>;

    private sealed class OfCatSource : OwnPets, ICatSource;
#endif

    private static void Run(Trace trace, string name, Turnstile turnstile, Func<Task<string>> call) => trace.Add(name, turnstile.ResultOf(call()));

    private static async Task<int> CountPets(ISource<Pet> source, Turnstile turnstile) => await source.Count(turnstile);

    private static async Task<int> CountCats(ISource<Cat> source, Turnstile turnstile) => await source.Count(turnstile);

    private static async Task<int> CountObjects(ISource<object> source, Turnstile turnstile) => await source.Count(turnstile);

    private static async Task<int> Count<T>(ISource<T> source, Turnstile turnstile) => await source.Count(turnstile);

    private static async Task<int> KeepCat(IKeeper<Cat> keeper, Turnstile turnstile) => await keeper.Keep(turnstile, new Cat());

    private static async Task<int> KeepPet(IKeeper<Pet> keeper, Turnstile turnstile) => await keeper.Keep(turnstile, new Cat());

    private static async Task<int> Keep<T>(IKeeper<T> keeper, Turnstile turnstile, T value) => await keeper.Keep(turnstile, value);

    private static async Task<int> MapToObject(IMapper<Cat, object> mapper, Turnstile turnstile) => await mapper.Map<string>(turnstile, new Cat());

    private class Animal;

    private class Pet : Animal;

    private sealed class Cat : Pet;

    private sealed class Stone;

    private interface ISource<out T>
    {
        Task<int> Count(Turnstile turnstile);
    }

    private class Pets : ISource<Pet>
    {
        public virtual async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5001;
        }
    }

    private class Cats : Pets, ISource<Cat>
    {
        async Task<int> ISource<Cat>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5002;
        }
    }

    private sealed class Kittens : Cats;

    // If a class lists an interface again, but has no method of its own for it, the interface keeps its position in the class's list of interfaces.
    private sealed class PetsAgain : Pets, ISource<Pet>, ISource<Cat>
    {
        async Task<int> ISource<Cat>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5003;
        }
    }

    private sealed class PetsAnew : Cats, ISource<Pet>
    {
        async Task<int> ISource<Pet>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5004;
        }
    }

    private sealed class CatsByOverride : Pets, ISource<Cat>
    {
        public override async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5005;
        }
    }

    private sealed class CatsByInheritance : Pets, ISource<Cat>;

    private sealed class Stones : Pets, ISource<Stone>
    {
        async Task<int> ISource<Stone>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5006;
        }
    }

    private sealed class Numbers : Pets, ISource<int>
    {
        async Task<int> ISource<int>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5007;
        }
    }

    private interface IOfCats : ISource<Cat>
    {
    }

    private sealed class CatsByAnother : Pets, IOfCats
    {
        async Task<int> ISource<Cat>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5008;
        }
    }

    private class Both : ISource<Pet>, ISource<Cat>
    {
        async Task<int> ISource<Pet>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5009;
        }

        async Task<int> ISource<Cat>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5010;
        }
    }

    private sealed class CatsOfBoth : Both, ISource<Cat>
    {
        public async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5011;
        }
    }

    private sealed class CatsInBetween : Pets, ISource<Cat>
    {
        public new async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5012;
        }
    }

    private class GenericBase<T> : ISource<T>
    {
        public async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5013;
        }
    }

    private sealed class OfAGenericBase : GenericBase<Pet>, ISource<Animal>
    {
        async Task<int> ISource<Animal>.Count(Turnstile turnstile)
        {
            await turnstile;
            return 5014;
        }
    }

    private sealed class Fish : ISource<Pet>
    {
        public async Task<int> Count(Turnstile turnstile)
        {
            await turnstile;
            return 5015;
        }
    }

    private interface IKeeper<in T>
    {
        Task<int> Keep(Turnstile turnstile, T value);
    }

    private class CatKeeper : IKeeper<Cat>
    {
        public virtual async Task<int> Keep(Turnstile turnstile, Cat value)
        {
            await turnstile;
            return 6001;
        }
    }

    private class PetKeeper : CatKeeper, IKeeper<Pet>
    {
        async Task<int> IKeeper<Pet>.Keep(Turnstile turnstile, Pet value)
        {
            await turnstile;
            return 6002;
        }
    }

    private sealed class PetKeeperByOverride : PetKeeper
    {
        public override async Task<int> Keep(Turnstile turnstile, Cat value)
        {
            await turnstile;
            return 6003;
        }
    }

    private sealed class KeeperOfStonesToo : CatKeeper, IKeeper<Stone>
    {
        public async Task<int> Keep(Turnstile turnstile, Stone value)
        {
            await turnstile;
            return 6004;
        }
    }

    private sealed class KeeperOfBoth : IKeeper<Cat>, IKeeper<Pet>
    {
        public async Task<int> Keep(Turnstile turnstile, Cat value)
        {
            await turnstile;
            return 6005;
        }

        public async Task<int> Keep(Turnstile turnstile, Pet value)
        {
            await turnstile;
            return 6006;
        }
    }

    private class KeeperOfPets : IKeeper<Pet>
    {
        public async Task<int> Keep(Turnstile turnstile, Pet value)
        {
            await turnstile;
            return 6007;
        }
    }

    private sealed class KeeperOfPetsAndLaterCats : KeeperOfPets, IKeeper<Cat>
    {
        public async Task<int> Keep(Turnstile turnstile, Cat value)
        {
            await turnstile;
            return 6008;
        }
    }

    private interface IMapper<in T, out TResult>
    {
        Task<int> Map<TOther>(Turnstile turnstile, T value);
    }

    private class CatMapper : IMapper<Cat, Pet>
    {
        public async Task<int> Map<TOther>(Turnstile turnstile, Cat value)
        {
            await turnstile;
            return 8001;
        }
    }

    private sealed class PetMapper : CatMapper, IMapper<Pet, Cat>
    {
        public async Task<int> Map<TOther>(Turnstile turnstile, Pet value)
        {
            await turnstile;
            return 8002;
        }
    }

    private sealed class CatMapperOfStones : CatMapper, IMapper<Pet, Stone>
    {
        public async Task<int> Map<TOther>(Turnstile turnstile, Pet value)
        {
            await turnstile;
            return 8003;
        }
    }
}
