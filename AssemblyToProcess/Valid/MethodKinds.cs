namespace AssemblyToProcess.Valid;

/// <summary>Async methods of every kind a type can have.</summary>
public static class MethodKinds
{
    public static async Task Are_called_as_ever(Trace trace)
    {
        var derived = new Derived("d");
        trace.Add("instance", await derived.Instance());
        trace.Add("virtual", await ((Base)derived).Virtual());
        trace.Add("abstract", await ((Base)derived).Abstract());
        trace.Add("interface", await ((IService)derived).Get());
        trace.Add("explicit", await ((IOther)derived).Get());
        trace.Add("explicit, generic", await ((IOther)derived).Get("x"));
        trace.Add("hidden", await derived.Hidden() + await ((Base)derived).Hidden());
        await derived.Nothing(trace);
        trace.Add("operator", await (derived + derived));
        trace.Add("primary constructor", await new Primary(1, "p").Get());
#if NET
        trace.Add("default interface method", await ((IService)derived).Default());
        trace.Add("static abstract", await OfType<Derived>());
#endif
    }

#if NET
    private static async ValueTask<string> OfType<T>()
        where T : IService => await T.Static() + "!";
#endif

    private interface IService
    {
        ValueTask<string> Get();

#if NET
        static abstract ValueTask<string> Static();

        async ValueTask<string> Default()
        {
            await Task.Yield();
            return "default of " + await Get();
        }
#endif
    }

    private interface IOther
    {
        ValueTask<string> Get();

        ValueTask<T> Get<T>(T value);
    }

    private abstract class Base
    {
        protected Base(string name) => Name = name;

        protected string Name { get; }

        public virtual async ValueTask<string> Virtual()
        {
            await Task.Yield();
            return $"base of {Name}";
        }

        public abstract ValueTask<string> Abstract();

        public async ValueTask<string> Hidden()
        {
            await Task.Yield();
            return "hidden";
        }
    }

    private sealed class Derived : Base, IService, IOther
    {
        public Derived(string name)
            : base(name)
        {
        }

        public static ValueTask<string> operator +(Derived left, Derived right)
        {
            return Add();

            async ValueTask<string> Add()
            {
                await Task.Yield();
                return left.Name + right.Name;
            }
        }

        public static async ValueTask<string> Static()
        {
            await Task.Yield();
            return "static";
        }

        public async ValueTask<string> Instance()
        {
            await Task.Yield();
            return Name;
        }

        public override async ValueTask<string> Virtual()
        {
            await Task.Yield();
            return "override over " + await base.Virtual();
        }

        public override async ValueTask<string> Abstract()
        {
            await Task.Yield();
            return "implemented";
        }

        public async ValueTask<string> Get()
        {
            await Task.Yield();
            return "implicit";
        }

        async ValueTask<string> IOther.Get()
        {
            await Task.Yield();
            return "explicit";
        }

        async ValueTask<T> IOther.Get<T>(T value)
        {
            await Task.Yield();
            return value;
        }

        public new async ValueTask<string> Hidden()
        {
            await Task.Yield();
            return "hiding ";
        }

        public async ValueTask Nothing(Trace trace)
        {
            await Task.Yield();
            trace.Add("no result", Name);
        }
    }

    private sealed class Primary(int number, string text)
    {
        public async ValueTask<string> Get()
        {
            await Task.Yield();
            return $"{number}{text}";
        }
    }
}
