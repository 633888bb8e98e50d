using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tests.Builders.Conformance;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>A pool as the boxes use it, with nothing around it: what is put into it is the test's own.</summary>
public sealed class BarePool
{
    private const string TrimInterval = "PooledAwait.TrimIntervalSeconds";

    /// <summary>How much memory a box takes, as the pool is told.</summary>
    public const int BytesOfBox = 100;

    private readonly Assembly _runtime;
    private readonly object _depot;
    private readonly bool _ofPlugIn;

    /// <param name="runtime">The build of PooledAwait.Runtime whose pool it is.</param>
    /// <param name="user">Whose boxes the pool says it has.</param>
    /// <param name="ofPlugIn">Whether that type may be unloaded.</param>
    public BarePool(Assembly runtime, Type user, bool ofPlugIn = false)
    {
        _ofPlugIn = ofPlugIn;
        _runtime = runtime;
        _depot = Type("Depot").GetMethod("Create")!.Invoke(null, [user, BytesOfBox, !ofPlugIn])!;
    }

    /// <summary>Loads a runtime of its own, which has its own bound.</summary>
    /// <param name="withChecks">Whether it is the debug build, which notices a box that is put back or taken twice.</param>
    /// <param name="bound">How many idle boxes threads share.</param>
    /// <param name="trimIntervalSeconds">How long collections do not trim again; null for what the tests are configured with, which is none.</param>
    public static Assembly LoadRuntime(bool withChecks, int bound, int? trimIntervalSeconds = null)
    {
        var context = new AssemblyLoadContext("a bare pool");
        var runtime = withChecks
            ? context.LoadFromStream(new MemoryStream(Compiler.Runtime("net10.0", optimised: false)))
            : context.LoadFromAssemblyPath(References.Runtime("net10.0"));
        Configure(runtime, bound, trimIntervalSeconds);
        return runtime;
    }

    /// <summary>Has a runtime read its limits: it does so once.</summary>
    /// <param name="runtime">One of which nothing was used yet.</param>
    /// <param name="bound">How many idle boxes threads share.</param>
    /// <param name="trimIntervalSeconds">As above.</param>
    public static void Configure(Assembly runtime, int bound, int? trimIntervalSeconds = null)
    {
        var configuredInterval = AppContext.GetData(TrimInterval);
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", bound);
        AppContext.SetData(TrimInterval, trimIntervalSeconds ?? configuredInterval);
        RuntimeHelpers.RunClassConstructor(runtime.GetType("PooledAwait.Runtime.PoolLimits", throwOnError: true)!.TypeHandle);
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", null);
        AppContext.SetData(TrimInterval, configuredInterval);
    }

    /// <summary>The idle boxes of a thread: whoever calls is the thread.</summary>
    public Cache CreateCache() => In(CreateSlots());

    /// <summary>A thread's slots, of this pool and of every other of that runtime that is not a plug-in's.</summary>
    public object CreateSlots() => Activator.CreateInstance(Type("ThreadSlots"), [_ofPlugIn ? _depot : null])!;

    /// <summary>The idle boxes of a thread whose slots these are.</summary>
    public Cache In(object slots) => (Cache)Activator.CreateInstance(typeof(Cache<>).MakeGenericType(Type("Depot")), slots, _depot)!;

    /// <summary>Trims this pool, and every other of that runtime.</summary>
    public void Trim(bool everything) => Trimmer()(everything);

    /// <summary>What trims, to be called without any allocation of the test's own.</summary>
    public Action<bool> Trimmer() => Type("PoolTrimmer").GetMethod("Trim")!.CreateDelegate<Action<bool>>();

    /// <summary>What the pool has counted.</summary>
    public BoxCounts Read()
    {
        var counts = Type("Depot").GetMethod("ReadCounts")!.Invoke(_depot, null)!;
        return new(Count("Rented"), Count("Returned"), Count("Created"), Count("Dropped"), Count("Trimmed"));

        long Count(string name) => (long)counts.GetType().GetProperty(name)!.GetValue(counts)!;
    }

    private Type Type(string name) => _runtime.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;

    /// <summary>One thread's side of the pool.</summary>
    public abstract class Cache(object slots)
    {
        /// <summary>What it has of all pools.</summary>
        public object Slots => slots;

        public abstract object? Take();

        public abstract void Put(object box);
    }

    /// <param name="slots">The thread's.</param>
    /// <param name="depot">The pool's.</param>
    private sealed class Cache<TDepot>(object slots, TDepot depot) : Cache(slots)
        where TDepot : class
    {
        private readonly Func<int, TDepot, object?> _take = slots.GetType().GetMethod("Take")!.CreateDelegate<Func<int, TDepot, object?>>(slots);
        private readonly Action<int, TDepot, object> _put = slots.GetType().GetMethod("Put")!.CreateDelegate<Action<int, TDepot, object>>(slots);
        private readonly int _number = Math.Max((int)depot.GetType().GetProperty("Number")!.GetValue(depot)!, 0);

        public override object? Take() => _take(_number, depot);

        public override void Put(object box) => _put(_number, depot, box);
    }
}
